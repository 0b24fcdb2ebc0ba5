import { type Path, useBeforeUnload, useBlocker, useNavigate } from '@remix-run/react';
import {
  type FocusEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { DiscardQuestion } from './discard-question';
import { useBrowserLayoutEffect } from './modal';
import { INPUTS, typedFields, untouchedInput } from './typed-input';

/** One close request may reach the question and, within so many milliseconds, the dialog below. */
const SAME_REQUEST_MS = 100;

/**
 * Asks before anything (a link, a form, Back, closing the tab) leads away from what was typed into
 * a dialog.
 * @param closeTo where discarding leads if no navigation is on hold
 */
export function useDiscardGuard(dialog: RefObject<HTMLDialogElement>, closeTo: string) {
  const navigate = useNavigate();
  const { typed, discarded, lastField, handlers } = useTyped(dialog);
  const answeredAt = useRef(Number.NEGATIVE_INFINITY);
  /** The target of the navigation on hold; the question is open. */
  const [destination, setDestination] = useState<Path | null>(null);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && typed().length > 0,
  );
  // A state apart from the blocker's, which resets when a load ends meanwhile, as after a refusal.
  useEffect(() => {
    if (blocker.state === 'blocked') setDestination(blocker.location);
  }, [blocker]);
  useBeforeUnload((event) => {
    if (typed().length > 0) event.preventDefault();
  });

  function stay() {
    answeredAt.current = performance.now();
    setDestination(null);
    blocker.reset?.();
  }

  function discard() {
    discarded.current = true;
    setDestination(null);
    if (blocker.state === 'blocked') blocker.proceed();
    else navigate(destination ?? closeTo);
  }

  const question = destination && (
    <DiscardQuestion fields={typed()} lastField={lastField} onDiscard={discard} onStay={stay} />
  );
  const justAnswered = () => performance.now() - answeredAt.current < SAME_REQUEST_MS;
  return { question, stay, justAnswered, handlers };
}

/** Keeps track of what was typed into a dialog's forms; `handlers` go on the dialog element. */
function useTyped(dialog: RefObject<HTMLDialogElement>) {
  const untouched = useRef(new Map<string, string>());
  const lastField = useRef<HTMLElement | null>(null);
  const submitting = useRef<HTMLFormElement | null>(null);
  const discarded = useRef(false);

  useBrowserLayoutEffect(() => {
    if (dialog.current) untouched.current = untouchedInput(dialog.current);
  }, [dialog]);

  /** The labels of the fields whose input would be lost. */
  function typed(): string[] {
    if (!dialog.current || discarded.current) return [];
    return typedFields(dialog.current, untouched.current, submitting.current);
  }

  const handlers = {
    /** A form may leave with its own input, but not with another form's unsaved. */
    onSubmitCapture({ target }: SyntheticEvent) {
      submitting.current = target as HTMLFormElement;
      setTimeout(() => {
        submitting.current = null;
      });
    },
    onFocus({ target }: FocusEvent<HTMLElement>) {
      if (target.matches(INPUTS)) lastField.current = target;
    },
  };
  return { typed, discarded, lastField, handlers };
}
