import { type Path, useBeforeUnload, useBlocker, useLocation, useNavigate } from '@remix-run/react';
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
import { DiscardQuestion } from './discard-question';
import { INPUTS } from './inputs';
import { useBrowserLayoutEffect } from './modal';
import { presentInput, typedFields, untouchedInput } from './typed-input';

/** One close request may reach the question and, within so many milliseconds, the dialog below. */
const SAME_REQUEST_MS = 100;

/**
 * Asks before anything (a link, a form, Back, closing the tab) leads away from what was typed into
 * a dialog.
 * @param closeTo where discarding leads if no navigation is on hold
 */
export function useDiscardGuard(dialog: RefObject<HTMLDialogElement>, closeTo: string) {
  const typing = useTyped(dialog);
  return { ...useQuestion(typing, closeTo), handlers: typing.handlers };
}

type UnsavedGuardProps = {
  /** The page's path. Its dialogs, which are below it, do not leave it. */
  home: string;
  /** Of the subject, as loaded; it changes when the form has been saved. */
  version: number;
  children: ReactNode;
};

/** Asks before anything leads away from what was typed into a page's form, its `children`. */
export function UnsavedGuard({ home, version, children }: UnsavedGuardProps) {
  const area = useRef<HTMLDivElement>(null);
  const typing = useTyped(area);
  const { saved } = typing;
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version has been saved once.
  useEffect(saved, [version]);
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

/** @param isWithin tells the paths that are not away */
function useQuestion(
  { typed, discarded, lastField }: Typing,
  closeTo: string,
  isWithin: (path: string) => boolean = () => false,
) {
  const navigate = useNavigate();
  const answeredAt = useRef(Number.NEGATIVE_INFINITY);
  /** The navigation on hold and what it would lose; the question is open. */
  const [held, setHeld] = useState<{ to: Path; fields: string[] } | null>(null);

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const fields = typed();
    const leaves =
      currentLocation.pathname !== nextLocation.pathname &&
      !isWithin(nextLocation.pathname) &&
      fields.length > 0;
    // A state apart from the blocker's, which a load that ends meanwhile resets, as after a
    // refusal: at times before a render has seen it.
    if (leaves) setHeld({ to: nextLocation, fields });
    return leaves;
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

/** Keeps track of what was typed into an element's forms; `handlers` go on the element. */
function useTyped(area: RefObject<HTMLElement>) {
  const untouched = useRef(new Map<string, string>());
  const lastField = useRef<HTMLElement | null>(null);
  const submitting = useRef<HTMLFormElement | null>(null);
  const sent = useRef(false);
  const discarded = useRef(false);

  useBrowserLayoutEffect(() => {
    if (area.current) untouched.current = untouchedInput(area.current);
  }, [area]);

  /** The labels of the fields whose input would be lost. */
  function typed(): string[] {
    if (!area.current || discarded.current) return [];
    return typedFields(area.current, untouched.current, submitting.current);
  }

  /** To be called when the subject has changed: by this form, nothing in it is unsaved. */
  function saved() {
    if (area.current && sent.current) untouched.current = presentInput(area.current);
    sent.current = false;
  }

  const handlers = {
    /** A form may leave with its own input, but not with another form's unsaved. */
    onSubmitCapture({ target }: SyntheticEvent) {
      submitting.current = target as HTMLFormElement;
      sent.current = true;
      setTimeout(() => {
        submitting.current = null;
      });
    },
    /** Whoever types on has not left after all: a navigation can be held, or given up. */
    onInput() {
      discarded.current = false;
    },
    onFocus({ target }: FocusEvent<HTMLElement>) {
      if (target.matches(INPUTS)) lastField.current = target;
    },
  };
  return { typed, saved, discarded, lastField, handlers };
}
