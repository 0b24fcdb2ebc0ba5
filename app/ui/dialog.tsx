import { Link, type Path, useBeforeUnload, useBlocker, useNavigate } from '@remix-run/react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ButtonLink } from './button';
import { DiscardQuestion } from './discard-question';
import { DialogContext, useDialogCloseTo } from './form-context';
import { IconClose } from './icons';
import { setNoticeContainer } from './notice-store';
import { typedFields, untouchedInput } from './typed-input';

// React warns about layout effects in a server render, where they do nothing anyway.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const fields = 'input:not([type=hidden], [tabindex="-1"]), select, textarea';
const firstControl = `[autofocus]:not(h2), ${fields}`;

type RouteDialogProps = {
  title: string;
  /** The page below; the close link, Escape and a click beside the dialog lead there. */
  closeTo: string;
  size?: 'normal' | 'large';
  children: ReactNode;
};

/**
 * A nested route shown as a dialog over its parent's page. The server renders it open with a dimmed
 * page behind and a close link, which is all that is needed without JavaScript; the browser then
 * makes it modal. The focus goes to the first control (or the title) and back to what opened it.
 * Whatever would lead away from what was typed, by whichever key, link or button, asks first.
 */
export function RouteDialog({ title, closeTo, size = 'normal', children }: RouteDialogProps) {
  const titleId = useId();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const untouched = useRef(new Map<string, string>());
  const lastField = useRef<HTMLElement | null>(null);
  const sent = useRef<HTMLFormElement | null>(null);
  const answeredAt = useRef(Number.NEGATIVE_INFINITY);
  const pressedBeside = useRef(false);
  const discarded = useRef(false);
  const [modal, setModal] = useState(false);
  /** Where to, when the question is open. */
  const [leaving, setLeaving] = useState<Path | null>(null);

  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const path = window.location.pathname;
    const typing = focusedControl(element);
    // Without the attribute showModal() is allowed, and no close event is fired as close() would.
    element.removeAttribute('open');
    element.showModal();
    setModal(true);
    setNoticeContainer(element);
    (
      typing ??
      element.querySelector<HTMLElement>(firstControl) ??
      element.querySelector('h2')
    )?.focus();
    untouched.current = untouchedInput(element);
    return () => {
      setNoticeContainer(null);
      // The uppermost first: a question over it would keep the focus from going back.
      for (const each of [
        ...document.querySelectorAll<HTMLDialogElement>('dialog:modal'),
      ].reverse())
        each.close();
      returnFocus(element, path);
    };
  }, []);

  function typed(): string[] {
    if (!dialog.current || discarded.current) return [];
    return typedFields(dialog.current, untouched.current, sent.current);
  }

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && typed().length > 0,
  );
  // A load that ends meanwhile, as after a refusal, takes the block back: the question stays.
  useEffect(() => {
    if (blocker.state === 'blocked') setLeaving(blocker.location);
  }, [blocker]);
  useBeforeUnload((event) => {
    if (typed().length > 0) event.preventDefault();
  });

  /**
   * A form may lead to another address with its own input, but not past what was typed into another
   * form.
   */
  function handleSubmit({ target }: SyntheticEvent) {
    sent.current = target as HTMLFormElement;
    setTimeout(() => {
      sent.current = null;
    });
  }

  function goOn() {
    answeredAt.current = performance.now();
    setLeaving(null);
    blocker.reset?.();
  }

  function discard() {
    discarded.current = true;
    setLeaving(null);
    if (blocker.state === 'blocked') blocker.proceed();
    else navigate(leaving ?? closeTo);
  }

  function close() {
    if (leaving) goOn();
    else navigate(closeTo, { preventScrollReset: true });
  }

  function handleKeyDown(event: KeyboardEvent) {
    // Handled before the browser's own close request, which a second Escape would get through.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  }

  function handleCancel(event: SyntheticEvent) {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    // One close request may come to the question and then to the dialog: it answers the question
    // only.
    if (performance.now() - answeredAt.current > 100) close();
  }

  function handleClick(event: MouseEvent) {
    if (event.target === dialog.current && pressedBeside.current) close();
  }

  return (
    <DialogContext.Provider value={closeTo}>
      {!modal && (
        <Link
          className="dialog-backdrop"
          to={closeTo}
          tabIndex={-1}
          aria-hidden="true"
          discover="none"
        />
      )}
      <dialog
        open
        ref={dialog}
        className="dialog"
        data-size={size}
        aria-labelledby={titleId}
        onSubmitCapture={handleSubmit}
        onKeyDown={handleKeyDown}
        onCancel={handleCancel}
        onFocus={({ target }) => {
          if (target.matches(fields)) lastField.current = target;
        }}
        onPointerDown={(event) => {
          pressedBeside.current = event.target === dialog.current;
        }}
        onClick={handleClick}
      >
        <div className="dialog-header">
          {/* biome-ignore lint/a11y/noAutofocus: entering a dialog is the one place where the focus has to move. */}
          <h2 id={titleId} tabIndex={-1} autoFocus>
            {title}
          </h2>
          <Link
            className="dialog-close"
            to={closeTo}
            preventScrollReset
            aria-label="Schließen"
            discover="none"
          >
            <IconClose />
          </Link>
        </div>
        <div className="dialog-body">{children}</div>
      </dialog>
      {leaving && (
        <DiscardQuestion fields={typed()} lastField={lastField} onDiscard={discard} onGoOn={goOn} />
      )}
    </DialogContext.Provider>
  );
}

/**
 * The row of buttons that ends a dialog, the main one first; adds the link that closes it (`cancel`
 * is its text).
 */
export function DialogActions({
  cancel = 'Abbrechen',
  children,
}: {
  cancel?: string;
  children?: ReactNode;
}) {
  const closeTo = useDialogCloseTo();
  return (
    <div className="dialog-actions">
      {children}
      {closeTo !== null && (
        <ButtonLink to={closeTo} preventScrollReset>
          {cancel}
        </ButtonLink>
      )}
    </div>
  );
}

/** What someone was already at when the script arrived: they must not be taken away from it. */
function focusedControl(element: HTMLElement): HTMLElement | null {
  const { activeElement } = document;
  const within = activeElement instanceof HTMLElement && element.contains(activeElement);
  return within && activeElement.matches('input, select, textarea, button') ? activeElement : null;
}

/**
 * close() gives the focus back to the opener; where that is gone or never was, to a link to `path`,
 * or the page.
 */
function returnFocus(dialog: HTMLElement, path: string) {
  const focused = document.activeElement;
  if (focused && focused !== document.body && !dialog.contains(focused)) return;
  const opener = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(path)}"]`);
  (opener ?? document.querySelector<HTMLElement>('main'))?.focus({
    preventScroll: opener === null,
  });
}
