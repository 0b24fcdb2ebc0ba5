import { Link, useNavigate } from '@remix-run/react';
import { type ReactNode, useId, useRef } from 'react';
import { ButtonLink } from './button';
import { useDiscardGuard } from './discard-guard';
import { DialogContext, useDialogCloseTo } from './form-context';
import { IconClose } from './icons';
import { closeRequests, useBackdropClick, useModal } from './modal';

type RouteDialogProps = {
  title: string;
  /** The page below, where the close link, Escape and a click on the backdrop lead. */
  closeTo: string;
  size?: 'normal' | 'large';
  children: ReactNode;
};

/**
 * A nested route shown as a dialog over its parent's page. The server renders it open, with the
 * page dimmed and a close link, which is all it takes without JavaScript; the browser then makes it
 * modal. Leaving input behind, by whichever key, link or button, asks first.
 */
export function RouteDialog({ title, closeTo, size = 'normal', children }: RouteDialogProps) {
  const titleId = useId();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const modal = useModal(dialog);
  const guard = useDiscardGuard(dialog, closeTo);

  function close() {
    if (guard.question) guard.stay();
    else navigate(closeTo, { preventScrollReset: true });
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
        {...guard.handlers}
        {...closeRequests(close, guard.justAnswered)}
        {...useBackdropClick(close)}
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
      {guard.question}
    </DialogContext.Provider>
  );
}

type DialogActionsProps = {
  /** The text of the link that closes the dialog. */
  cancel?: string;
  children?: ReactNode;
};

/** The row of buttons that ends a dialog, the main one first, and the link that closes it. */
export function DialogActions({ cancel = 'Abbrechen', children }: DialogActionsProps) {
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
