import * as Toast from '@radix-ui/react-toast';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { IconAlert, IconCheckCircle, IconClose } from './icons';
import { type Notice, removeNotice } from './notice-store';
import { noticeTitle } from './notice-text';

const closesAfter = 4000;
const transition = 250;

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
        <Toast.Viewport className="toasts" label="Benachrichtigungen ({hotkey})" />,
        place,
      )}
    </Toast.Provider>
  );
}

/**
 * Radix hears Escape before anyone else. While a dialog is open it means the dialog, which is asked
 * to close as the browser asks it; unless the focus is on a toast, or a calendar is to be closed
 * first.
 */
function handEscapeOn(event: KeyboardEvent) {
  const dialog = document.querySelector('dialog[open]');
  const onToast = document.activeElement?.closest('.toast');
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
      className="notice toast"
      data-kind={notice.kind}
      type="foreground"
      open={open}
      onOpenChange={handleOpenChange}
      onEscapeKeyDown={handEscapeOn}
    >
      {notice.kind === 'error' ? <IconAlert /> : <IconCheckCircle />}
      <div>
        <Toast.Title className="notice-title">{noticeTitle(notice)}</Toast.Title>
        {notice.message && <Toast.Description>{notice.message}</Toast.Description>}
      </div>
      <Toast.Close className="notice-close" aria-label="Schließen">
        <IconClose />
      </Toast.Close>
    </Toast.Root>
  );
}
