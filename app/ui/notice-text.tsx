import { IconAlert, IconCheckCircle } from './icons';
import type { Notice } from './notice-store';

/** Icon, title and message of a notice. */
export function NoticeText({ notice }: { notice: Notice }) {
  return (
    <>
      {notice.kind === 'error' ? <IconAlert /> : <IconCheckCircle />}
      <div>
        <p className="notice-title">{noticeTitle(notice)}</p>
        {notice.message && <p>{notice.message}</p>}
      </div>
    </>
  );
}

/** The title as it is shown: errors say so (B6). */
export function noticeTitle(notice: Notice): string {
  return notice.kind === 'error' ? `Error: ${notice.title}` : notice.title;
}
