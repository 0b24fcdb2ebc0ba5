import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { HiddenFields } from './hidden-fields';
import { IconAlert, IconCheckCircle } from './icons';
import type { Notice, Undo } from './notice-store';

const COMMON =
  'flex flex-wrap items-center gap-3 rounded px-4 py-3 ' +
  'forced-colors:border-2 forced-colors:border-[CanvasText]';

const KINDS = { success: 'bg-green text-on-green', error: 'bg-red text-on-red' };

/** The classes of a notice, which is a toast or plain. */
export function noticeLook({ kind }: Notice): string {
  return `${COMMON} ${KINDS[kind]}`;
}

export function NoticeIcon({ kind }: Notice) {
  return kind === 'error' ? <IconAlert /> : <IconCheckCircle />;
}

/** The title as shown: errors say so (B6), quietly beside what it is about, and repeated ones show their count. */
export const noticeTitle = ({ id, kind, title, count }: Notice) => (
  <span key={id}>
    {kind === 'error' && <span className="text-xs font-normal">Error: </span>}
    {title}
    {count ? ` (${count} ×)` : ''}
  </span>
);

export const UNDO = 'Rückgängig';
export const UNDO_LOOK =
  'button pointer-events-auto -my-1 ml-auto border-transparent px-1 underline outline-current';

/** Presses the notice's undo button. */
export function UndoForm({ undo, children }: { undo: Undo; children: ReactNode }) {
  return (
    <Form className="contents" method="post" action={undo.action} preventScrollReset>
      <input type="hidden" name={undo.field} value={undo.value} />
      <HiddenFields />
      {children}
    </Form>
  );
}
