import { IconAlert, IconCheckCircle } from './icons';
import type { Notice } from './notice-store';

const COMMON =
  'flex items-start gap-3 rounded py-3 pr-3 pl-4 *:[svg]:mt-0.5 ' +
  'forced-colors:border-2 forced-colors:border-[CanvasText]';

const KINDS = { success: 'bg-green text-on-green', error: 'bg-red text-on-red' };

/** The classes of a notice, which is a toast or plain. */
export function noticeLook({ kind }: Notice): string {
  return `${COMMON} ${KINDS[kind]}`;
}

/** Icon, title and message of a notice. */
export function NoticeText({ notice }: { notice: Notice }) {
  return (
    <>
      {notice.kind === 'error' ? <IconAlert /> : <IconCheckCircle />}
      <div className="min-w-0 flex-1">
        <p className="font-bold">{noticeTitle(notice)}</p>
        {notice.message && <p>{notice.message}</p>}
      </div>
    </>
  );
}

/** The title as it is shown: errors say so (B6). */
export function noticeTitle(notice: Notice): string {
  return notice.kind === 'error' ? `Error: ${notice.title}` : notice.title;
}
