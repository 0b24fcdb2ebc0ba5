import { useNavigation } from '@remix-run/react';
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import {
  addNotice,
  type Notice,
  readNotices,
  readNoticesOnServer,
  subscribeNotices,
} from './notice-store';
import { NoticeIcon, noticeLook, noticeTitle, UNDO, UNDO_LOOK, UndoForm } from './notice-text';
import { useScripted } from './scripted';

export type { Notice, Undo } from './notice-store';

type ToastsProps = { notices: readonly Notice[]; container: HTMLElement | null };

/**
 * The page's notifications (B6). The server renders `notice` as a plain message in this place,
 * which serves people without JavaScript; in the browser it becomes a toast. The code of toasts is
 * loaded with the first submission or notice; the plain message stays if that fails.
 */
export function Notices({ notice }: { notice?: Notice | null }) {
  const { notices, container } = useSyncExternalStore(
    subscribeNotices,
    readNotices,
    readNoticesOnServer,
  );
  const [Toasts, setToasts] = useState<ComponentType<ToastsProps> | null>(null);
  const [missing, setMissing] = useState(false);
  const wanted = useNavigation().state === 'submitting' || notices.length > 0;

  useEffect(() => {
    if (notice) addNotice(notice);
  }, [notice]);

  useEffect(() => {
    if (!wanted || Toasts) return;
    import('./toasts').then(
      (module) => setToasts(() => module.Toasts),
      () => setMissing(true),
    );
  }, [wanted, Toasts]);

  if (Toasts) return <Toasts notices={notices} container={container} />;
  const plain =
    notice && !notices.some(({ id }) => id === notice.id) ? [notice, ...notices] : notices;
  return plain.map((each) => <PlainNotice key={each.id} notice={each} stays={missing} />);
}

/**
 * The notification in the response to a form: a toast in the browser, a plain message in this place
 * without JavaScript.
 */
export function ResponseNotice({ notice }: { notice?: Notice }) {
  const [handedOn, setHandedOn] = useState(false);

  useEffect(() => {
    if (!notice) return;
    addNotice(notice);
    setHandedOn(true);
  }, [notice]);

  return notice && !handedOn ? <PlainNotice notice={notice} /> : null;
}

/** @param stays true if no toast will take its place, and say the same */
function PlainNotice({ notice, stays }: { notice: Notice; stays?: boolean }) {
  const announced = !useScripted() || stays;
  return (
    <div
      className={noticeLook(notice)}
      data-kind={notice.kind}
      role={announced ? (notice.kind === 'error' ? 'alert' : 'status') : undefined}
    >
      <NoticeIcon {...notice} />
      <div className="min-w-0 flex-1 basis-20 wrap-anywhere" tabIndex={-1}>
        <p className="font-bold">{noticeTitle(notice)}</p>{' '}
        {notice.message && <p>{notice.message}</p>}
      </div>
      {notice.undo && (
        <UndoForm undo={notice.undo}>
          <button className={UNDO_LOOK} type="submit">
            {UNDO}
          </button>
        </UndoForm>
      )}
    </div>
  );
}
