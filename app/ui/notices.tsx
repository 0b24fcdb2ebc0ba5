import { useNavigation } from '@remix-run/react';
import { type ComponentType, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import {
  addNotice,
  type Notice,
  readNotices,
  readNoticesOnServer,
  subscribeNotices,
} from './notice-store';
import { NoticeText } from './notice-text';

export type { Notice } from './notice-store';

type ToastsProps = { notices: readonly Notice[]; container: HTMLElement | null };

/**
 * The page's notifications (B6). The server renders `notice` as a plain message where this stands,
 * which is all that people without JavaScript need; in the browser it becomes a toast. The toasts'
 * code is loaded when a form is first submitted or a notice arrives; if it cannot be loaded, the
 * plain message stays.
 */
export function Notices({ notice }: { notice?: Notice | null }) {
  const { notices, container } = useSyncExternalStore(
    subscribeNotices,
    readNotices,
    readNoticesOnServer,
  );
  const [Toasts, setToasts] = useState<ComponentType<ToastsProps> | null>(null);
  const wanted = useNavigation().state === 'submitting' || notices.length > 0;

  useEffect(() => {
    if (notice) addNotice(notice);
  }, [notice]);

  useEffect(() => {
    if (!wanted || Toasts) return;
    import('./toasts').then(
      (module) => setToasts(() => module.Toasts),
      () => undefined,
    );
  }, [wanted, Toasts]);

  if (Toasts) return <Toasts notices={notices} container={container} />;
  const plain =
    notice && !notices.some(({ id }) => id === notice.id) ? [notice, ...notices] : notices;
  return plain.map((each) => <PlainNotice key={each.id} notice={each} />);
}

/**
 * The notification that a form's action answered with: a toast in the browser, without JavaScript
 * it stands here.
 */
export function AnswerNotice({ notice }: { notice?: Notice }) {
  const [handedOn, setHandedOn] = useState(false);

  useEffect(() => {
    if (!notice) return;
    addNotice(notice);
    setHandedOn(true);
  }, [notice]);

  return notice && !handedOn ? <PlainNotice notice={notice} /> : null;
}

function PlainNotice({ notice }: { notice: Notice }) {
  return (
    <div
      className="notice"
      data-kind={notice.kind}
      role={notice.kind === 'error' ? 'alert' : 'status'}
    >
      <NoticeText notice={notice} />
    </div>
  );
}

/**
 * Gives a function that shows a notice from the browser, for what happens without a page of its
 * own.
 */
export function useShowNotice(): (notice: Omit<Notice, 'id'>) => void {
  return useCallback((notice) => addNotice({ ...notice, id: crypto.randomUUID() }), []);
}
