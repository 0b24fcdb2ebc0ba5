import {
  createPath,
  type Path,
  useActionData,
  useBeforeUnload,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
} from '@remix-run/react';
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Card } from './card';
import { useBusy } from './connection';
import { DiscardQuestion } from './discard-question';
import type { ActionFormData } from './form';
import { INPUTS } from './inputs';
import { useBrowserLayoutEffect } from './modal';
import { presentInput, typedFields, untouchedInput } from './typed-input';

/** Milliseconds within which one close request may reach both the question and the dialog below. */
const SAME_REQUEST_MS = 100;

/**
 * Asks before anything (a link, a form, Back, closing the tab) discards the input of a dialog, or of a
 * part of a page.
 * @param closeTo where discarding leads if no navigation is on hold
 */
export function useDiscardGuard(area: RefObject<HTMLElement>, closeTo: string) {
  const typing = useTyped(area);
  return { ...typing, ...useQuestion(typing, closeTo) };
}

type UnsavedGuardProps = {
  /** The page's path. Opening its dialogs, whose paths are below it, does not leave it. */
  home: string;
  /** Of the subject, as loaded; it changes when the form has been saved. */
  version: number | string;
  /** What is unsaved in any case, as a preview holds it: the labels of its fields. */
  unsaved?: string[];
  children: ReactNode;
};

/** Asks before anything discards the input of a page's form, its `children`. */
export function UnsavedGuard({ home, version, unsaved, children }: UnsavedGuardProps) {
  const area = useRef<HTMLDivElement>(null);
  const typing = useTyped(area, unsaved);
  const { saved } = typing;
  const { pathname } = useLocation();
  // Each version has been saved once. Before the effect that continues the navigation.
  useBrowserLayoutEffect(saved, [version]);
  return (
    <>
      <div className="max-w-160" ref={area} {...typing.handlers}>
        <Card>{children}</Card>
      </div>
      {/* The router asks one guard only, and an open dialog has its own. */}
      {pathname === home && <PageQuestion typing={typing} home={home} />}
    </>
  );
}

function PageQuestion({ typing, home }: { typing: Typing; home: string }) {
  return useQuestion(typing, home, (path) => path.startsWith(`${home}/`)).question;
}

type Typing = ReturnType<typeof useTyped>;

/** The navigation on hold and what it would lose; the question is open. */
interface Held {
  readonly to: Path;
  readonly fields: string[];
}

/** @param isWithin tells the paths that are not away */
function useQuestion(
  { typed, sent, discarded, lastField }: Typing,
  closeTo: string,
  isWithin: (path: string) => boolean = () => false,
) {
  const navigate = useNavigate();
  const answeredAt = useRef(Number.NEGATIVE_INFINITY);
  const [held, setHeld] = useState<Held | null>(null);
  const { state, formMethod } = useNavigation();
  const result = (useActionData() as ActionFormData)?.result;
  const refused = Boolean(result?.error);
  // After a refusal the page is reloaded, which saves nothing.
  const isSaving = formMethod === 'POST' && (state === 'submitting' || !refused);
  const saving = useBusy() && isSaving;
  // The router gets the blocker only after the bar of the save has been painted.
  const isSavingNow = useRef(saving);
  const isShownAgain = useRef(false);
  useBrowserLayoutEffect(() => {
    isSavingNow.current = saving;
    isShownAgain.current = result !== undefined && !refused;
  }, [saving, result, refused]);
  const goingOn = useGoingOn(saving, (to) => {
    const fields = typed();
    if (fields.length === 0) navigate(to);
    else if (isShownAgain.current) setHeld({ to, fields });
  });

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const fields = typed();
    const leaves =
      currentLocation.pathname !== nextLocation.pathname &&
      !isWithin(nextLocation.pathname) &&
      fields.length > 0;
    if (!leaves) return false;
    if (isSavingNow.current && typed(sent.current).length === 0) goingOn.current = nextLocation;
    // Separate from the blocker's state, which a finished load, as after a refusal, resets,
    // sometimes before a render has seen it.
    else setHeld({ to: nextLocation, fields });
    return true;
  });
  useBeforeUnload((event) => {
    if (typed().length > 0) event.preventDefault();
  });

  function stay() {
    answeredAt.current = performance.now();
    setHeld(null);
    blocker.reset?.();
  }

  function discard() {
    discarded.current = true;
    setHeld(null);
    if (blocker.state === 'blocked') blocker.proceed();
    else navigate(held?.to ?? closeTo);
  }

  const question = held && (
    <DiscardQuestion fields={held.fields} lastField={lastField} onDiscard={discard} onStay={stay} />
  );
  const justAnswered = () => performance.now() - answeredAt.current < SAME_REQUEST_MS;
  return { question, stay, justAnswered };
}

/**
 * Holds a navigation until the input has been saved, and then continues. If it was only previewed, the
 * user is asked; if saving is refused or gets no answer, they stay.
 */
function useGoingOn(saving: boolean, goOn: (to: Path) => void) {
  const wanted = useRef<Path | null>(null);
  // Once that is over, or with a dialog, which closes as soon as its input is saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `goOn` reads is in refs.
  useEffect(
    () => () => {
      const to = wanted.current;
      wanted.current = null;
      if (to && createPath(to) !== createPath(window.location)) goOn(to);
    },
    [saving],
  );
  return wanted;
}

/** Keeps track of what was typed into an element's forms; `handlers` go on the element. */
function useTyped(area: RefObject<HTMLElement>, unsaved?: string[]) {
  const untouched = useRef(new Map<string, string>());
  const lastField = useRef<HTMLElement | null>(null);
  const submitting = useRef<HTMLFormElement | null>(null);
  const sent = useRef<HTMLFormElement | null>(null);
  const discarded = useRef(false);

  useBrowserLayoutEffect(() => {
    if (area.current) untouched.current = untouchedInput(area.current);
  }, [area]);

  /** The labels of the fields whose input would be lost, unless it is that of a form on its way. */
  function typed(onItsWay = submitting.current): string[] {
    if (!area.current || discarded.current) return [];
    return (!onItsWay && unsaved) || typedFields(area.current, untouched.current, onItsWay);
  }

  /** Call it when the subject has changed: if by this form, nothing in it is unsaved. */
  function saved() {
    if (area.current && sent.current) untouched.current = presentInput(area.current);
    sent.current = null;
  }

  const handlers = {
    /** A form may leave with its own input, but not with another form's unsaved. */
    onSubmitCapture({ target }: SyntheticEvent) {
      submitting.current = target as HTMLFormElement;
      sent.current = submitting.current;
      setTimeout(() => {
        submitting.current = null;
      });
    },
    /** Typing again means not leaving after all, so a held navigation is given up. */
    onInput() {
      discarded.current = false;
    },
    onFocus({ target }: FocusEvent<HTMLElement>) {
      if (target.matches(INPUTS)) lastField.current = target;
    },
  };
  return { typed, saved, sent, discarded, lastField, handlers };
}
