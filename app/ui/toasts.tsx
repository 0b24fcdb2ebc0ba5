import * as Toast from '@radix-ui/react-toast';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { type Notice, removeNotice } from './notice-store';
import { NoticeIcon, noticeLook, noticeTitle, UNDO, UNDO_LOOK, UndoForm } from './notice-text';

const closesAfter = 4000;
const transition = 250;

const MOVES = 'data-[state=open]:animate-toast-in data-[state=closed]:animate-toast-out';

/** The place of all toasts. What is under a toast can be clicked, except under its button. */
const VIEWPORT =
  'toasts pointer-events-none fixed right-0 z-40 grid w-110 max-w-screen ' +
  'grid-cols-1 gap-2.5 p-4 print:hidden';

/** Radix leads the Tab key to the toasts by hidden elements, which would be tab stops themselves. */
const NO_STOPS = '[&>*>span]:hidden';

/**
 * The notices as toasts, bottom right, over `container` (the open dialog) or the page. Browser
 * only: Radix writes inline styles.
 */
export function Toasts({
  notices,
  container,
}: {
  notices: readonly Notice[];
  container: HTMLElement | null;
}) {
  const place = container ?? document.body;
  return (
    <Toast.Provider label="Benachrichtigung" duration={closesAfter} announcerContainer={place}>
      {notices.map((notice) => (
        <NoticeToast key={notice.id} notice={notice} />
      ))}
      {createPortal(
        <div className={notices.some(({ undo }) => undo) ? undefined : NO_STOPS}>
          <Toast.Viewport className={VIEWPORT} label="Benachrichtigungen ({hotkey})" />
        </div>,
        place,
      )}
    </Toast.Provider>
  );
}

/**
 * Radix hears Escape first. While a dialog is open the key means the dialog, which gets the cancel
 * event that the browser would send; unless the focus is on a toast, or a calendar is open and
 * closes first.
 */
function handEscapeOn(event: KeyboardEvent) {
  const dialog = document.querySelector('dialog[open]');
  const onToast = document.activeElement?.closest('[data-toast]');
  if (!dialog || onToast || dialog.querySelector('.calendar')?.checkVisibility()) return;
  event.preventDefault();
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
}

function NoticeToast({ notice }: { notice: Notice }) {
  const [open, setOpen] = useState(true);

  function handleOpenChange(next: boolean) {
    setOpen(next);
    if (!next) setTimeout(() => removeNotice(notice.id), transition);
  }

  return (
    <Toast.Root
      className={`${noticeLook(notice)} ${MOVES} shadow-raised`}
      data-toast=""
      data-kind={notice.kind}
      type="foreground"
      // Text is not a tab stop; a button in it is one anyway.
      tabIndex={undefined}
      open={open}
      onOpenChange={handleOpenChange}
      onEscapeKeyDown={handEscapeOn}
    >
      <NoticeIcon {...notice} />
      <div className="min-w-0 flex-1 basis-20 wrap-anywhere">
        <Toast.Title className={`font-bold ${notice.undo ? 'text-md leading-tight' : ''}`}>
          {noticeTitle(notice)}
        </Toast.Title>
        {notice.message && (
          <>
            {/* Screen readers join the texts; a space keeps sentences apart. */}{' '}
            <Toast.Description className={notice.undo ? 'text-md max-sm:sr-only' : 'line-clamp-3'}>
              {notice.message}
            </Toast.Description>
          </>
        )}
      </div>
      {notice.undo && (
        <UndoForm undo={notice.undo}>
          {' '}
          <Toast.Action className={UNDO_LOOK} type="submit" altText={UNDO}>
            {UNDO}
          </Toast.Action>
        </UndoForm>
      )}
    </Toast.Root>
  );
}
