import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { INPUTS } from './inputs';
import { setNoticeContainer } from './notice-store';

// React warns about layout effects in a server render, where they do nothing anyway.
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Makes a dialog modal that the server rendered open, and closes it when its component unmounts.
 * The focus moves to the first control (or the title), and back to whatever opened the dialog.
 * @returns false until the dialog is modal
 */
export function useModal(dialog: RefObject<HTMLDialogElement>): boolean {
  const [modal, setModal] = useState(false);

  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const path = window.location.pathname;
    const target = focusedControl(element) ?? firstControl(element);
    // showModal() refuses an open dialog, and close() would fire an event.
    element.removeAttribute('open');
    element.showModal();
    setModal(true);
    setNoticeContainer(element);
    target?.focus();
    return () => {
      setNoticeContainer(null);
      closeAllModals();
      returnFocus(element, path);
    };
  }, [dialog]);

  return modal;
}

/** Keeps people who began to type before the script arrived in their field. */
function focusedControl(dialog: HTMLElement): HTMLElement | null {
  const { activeElement } = document;
  const within = activeElement instanceof HTMLElement && dialog.contains(activeElement);
  return within && activeElement.matches('input, select, textarea, button') ? activeElement : null;
}

function firstControl(dialog: HTMLElement): HTMLElement | null {
  // Not a search above a list, as a phone's keyboard would hide the list; nor the list's first box,
  // as if it were the one to tick; of radio buttons the chosen one; nor anything folded.
  const controls = dialog.querySelectorAll<HTMLInputElement>(`[autofocus]:not(h2), ${INPUTS}`);
  const control = [...controls].find(
    (each) =>
      !each.matches(
        '[type=search], [type=checkbox], [type=radio]:not(:checked), details:not([open]) *',
      ),
  );
  // Who changes what is there reads it first, which a phone's keyboard would cover.
  return control && !control.value ? control : dialog.querySelector('h2');
}

/** Uppermost first, as a dialog still open above would block the focus from going back. */
function closeAllModals() {
  const modals = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')];
  for (const dialog of modals.reverse()) dialog.close();
}

/**
 * close() returns the focus to the opener. If that is gone, or there was none, this moves it to a
 * link to `path`, with any query, or to the page.
 */
function returnFocus(dialog: HTMLElement, path: string) {
  const focused = document.activeElement;
  if (focused && focused !== document.body && !dialog.contains(focused)) return;
  const href = CSS.escape(path);
  const opener = document.querySelector<HTMLElement>(
    `main a:is([href="${href}"], [href^="${href}\\?"])`,
  );
  (opener ?? document.querySelector<HTMLElement>('main'))?.focus({
    preventScroll: opener === null,
  });
}

/**
 * Handlers for a dialog element that call `close` on Escape and the browser's own close requests.
 * @param isHandled true if such a request has just been handled elsewhere
 */
export function closeRequests(close: () => void, isHandled = () => false) {
  return {
    onKeyDown(event: KeyboardEvent) {
      // Handled ahead of the browser's close request, which a second Escape would force.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close();
    },
    onCancel(event: SyntheticEvent) {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      if (!isHandled()) close();
    },
  };
}

/** Handlers for a dialog element that call `close` on a click on its backdrop. */
export function useBackdropClick(close: () => void) {
  const pressedOutside = useRef(false);
  return {
    onPointerDown({ target, currentTarget }: PointerEvent) {
      pressedOutside.current = target === currentTarget;
    },
    onClick({ target, currentTarget }: SyntheticEvent) {
      if (target === currentTarget && pressedOutside.current) close();
    },
  };
}
