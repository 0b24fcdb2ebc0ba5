import * as Toast from '@radix-ui/react-toast';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { IconAlert, IconCheckCircle, IconClose } from './icons';
import { type Notice, removeNotice } from './notice-store';
import { noticeLook, noticeTitle } from './notice-text';

const closesAfter = 4000;
const transition = 250;

const MOVES =
  'data-[state=open]:animate-toast-in data-[state=closed]:animate-toast-out ' +
  'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 ' +
  'data-[swipe=cancel]:[transition:translate_250ms_ease-out]';

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
    <Toast.Provider
      label="Benachrichtigung"
      duration={closesAfter}
      swipeDirection="right"
      announcerContainer={place}
    >
      {notices.map((notice) => (
        <NoticeToast key={notice.id} notice={notice} />
      ))}
      {createPortal(
        <Toast.Viewport
          className={
            'fixed right-0 bottom-0 z-40 grid w-[440px] max-w-screen gap-2.5 p-4 print:hidden'
          }
          label="Benachrichtigungen ({hotkey})"
        />,
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
      open={open}
      onOpenChange={handleOpenChange}
      onEscapeKeyDown={handEscapeOn}
    >
      {notice.kind === 'error' ? <IconAlert /> : <IconCheckCircle />}
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-bold">{noticeTitle(notice)}</Toast.Title>
        {notice.message && <Toast.Description>{notice.message}</Toast.Description>}
      </div>
      <Toast.Close
        className={
          '-my-2 -mr-2 grid size-target flex-none cursor-pointer place-items-center rounded-[50%] ' +
          'focus-visible:-outline-offset-3 focus-visible:outline-current'
        }
        aria-label="Schließen"
      >
        <IconClose />
      </Toast.Close>
    </Toast.Root>
  );
}
