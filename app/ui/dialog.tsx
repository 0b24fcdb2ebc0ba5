import { useActionData, useNavigate } from '@remix-run/react';
import { type ReactNode, useId, useRef } from 'react';
import { ButtonLink } from './button';
import { ConnectionNotice } from './connection-notice';
import { DialogBody, DialogButtons, DialogFrame, DialogHeader } from './dialog-frame';
import { useDiscardGuard } from './discard-guard';
import type { ActionFormData } from './form';
import { DialogContext, useDialogCloseTo } from './form-context';
import { IconClose } from './icons';
import { Link } from './link';
import { closeRequests, useBackdropClick, useModal } from './modal';
import { DialogNotices } from './notices';

type RouteDialogProps = {
  title: ReactNode;
  /** Whom or what it is about, in a quiet line below the title: no part of the dialog's name. */
  subject?: string;
  /** The page below, where the close link, Escape and a click on the backdrop lead. */
  closeTo: string;
  /** For a long form, with room for two columns. */
  wide?: boolean;
  children: ReactNode;
};

/**
 * A nested route shown as a dialog over its parent's page. The server renders it open, with the
 * page dimmed and a close link, which suffices without JavaScript; the browser then makes it modal.
 * Leaving unsaved input, by any key, link or button, asks first.
 */
export function RouteDialog(props: RouteDialogProps) {
  const { title, subject, closeTo, wide, children } = props;
  const titleId = useId();
  const subjectId = useId();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const modal = useModal(dialog);
  const guard = useDiscardGuard(dialog, closeTo);
  const result = (useActionData() as ActionFormData)?.result;
  // The focus is where something is wrong, or in the row that was added.
  const answered = Boolean(result?.error || result?.intent);

  function close() {
    if (guard.question) guard.stay();
    else navigate(closeTo, { preventScrollReset: true });
  }

  return (
    <DialogContext.Provider value={closeTo}>
      {!modal && (
        <Link
          className="fixed inset-0 z-29 cursor-default bg-shade print:hidden"
          to={closeTo}
          tabIndex={-1}
          aria-hidden="true"
        />
      )}
      <DialogFrame
        open
        ref={dialog}
        width={wide ? 'max-w-3xl' : ''}
        aria-labelledby={titleId}
        aria-describedby={subject && subjectId}
        {...guard.handlers}
        {...closeRequests(close, guard.justAnswered)}
        {...useBackdropClick(close)}
      >
        <DialogHeader
          close={<CloseLink to={closeTo} />}
          message={
            <>
              <DialogNotices />
              <ConnectionNotice look="mb-3" />
            </>
          }
        >
          <div className="min-w-0 pt-2 wrap-anywhere">
            {/* biome-ignore lint/a11y/noAutofocus: entering a dialog is the one place where the focus has to move. */}
            <h2 id={titleId} tabIndex={-1} autoFocus={!answered}>
              {title}
            </h2>
            {subject && (
              <p id={subjectId} className="text-md text-balance text-muted">
                {subject}
              </p>
            )}
          </div>
        </DialogHeader>
        <DialogBody>{children}</DialogBody>
      </DialogFrame>
      {guard.question}
    </DialogContext.Provider>
  );
}

function CloseLink({ to }: { to: string }) {
  return (
    <Link
      className={
        'grid size-target flex-none place-items-center rounded-[50%] text-muted ' +
        'hover:bg-green-soft print:hidden'
      }
      to={to}
      preventScrollReset
      aria-label="Schließen"
    >
      <IconClose />
    </Link>
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
    <DialogButtons>
      {children}{' '}
      {closeTo !== null && (
        <ButtonLink to={closeTo} variant="quiet" preventScrollReset>
          {cancel}
        </ButtonLink>
      )}
    </DialogButtons>
  );
}
