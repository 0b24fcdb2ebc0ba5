import { useNavigation } from '@remix-run/react';
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import {
  addNotice,
  confirmInPlace,
  isConfirmed,
  type Notice,
  readNotices,
  readNoticesOnServer,
  removeNotice,
  setPlain,
  subscribeNotices,
} from './notice-store';
import { NoticeIcon, noticeLook, noticeTitle, UNDO, UNDO_LOOK, UndoForm } from './notice-text';
import { savesData } from './prefetch';
import { useScripted } from './scripted';

export type { Notice, Undo } from './notice-store';

type ToastsProps = { notices: readonly Notice[]; container: HTMLElement | null };

/** After a dialog's own files. */
const DELAY_MS = 1500;

/**
 * The page's notifications (B6). The server renders `notice` as a plain message in this place, for
 * people without JavaScript; in the browser it becomes a toast. The code of toasts is loaded with
 * the first submission or notice, or soon after a dialog opens, as the network may be gone later.
 * The plain message stays if that fails.
 */
export function Notices({ notice }: { notice?: Notice | null }) {
  const { notices: all, container, plain: missing } = useNotices();
  const notices = all.filter((each) => !isConfirmed(each));
  const [Toasts, setToasts] = useState<ComponentType<ToastsProps> | null>(null);
  const wanted = useNavigation().state === 'submitting' || notices.length > 0;

  useEffect(() => {
    if (notice) addNotice(notice);
  }, [notice]);

  useEffect(() => {
    if (Toasts || (!wanted && (!container || savesData()))) return;
    const load = () =>
      import('./toasts').then(
        (module) => {
          setToasts(() => module.Toasts);
          setPlain(false);
        },
        () => setPlain(true),
      );
    if (wanted) load();
    const timer = wanted ? undefined : setTimeout(load, DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted, container, Toasts]);

  const isNew = notice && !isConfirmed(notice) && !all.some(({ id }) => id === notice.id);
  const plain = isNew ? [notice, ...notices] : notices;
  return (
    <>
      {Toasts ? (
        <Toasts notices={notices} container={container} />
      ) : (
        plain.map((each) => <PlainNotice key={each.id} notice={each} stays={missing} />)
      )}
      <p className="visually-hidden" role="status">
        {all.filter(isConfirmed).slice(-1).map(noticeTitle)}
      </p>
    </>
  );
}

/**
 * For things that offer themselves to undo what was just done, in place of a toast (Y7). The offer
 * stays until the user leaves or acts again: a button that turned into another one by itself would do
 * the wrong thing to a tap at that moment.
 * @param about its id
 * @param ms how long it can be undone; without it, as long as the user stays
 * @returns the notification of what was done, with its undo if there is one
 */
export function useDone(about: string, ms?: number): Notice | undefined {
  const done = useNotices().notices.find((each) => each.about === about);
  const id = done?.id;

  useEffect(() => confirmInPlace(about), [about]);
  useEffect(() => {
    if (!id || !ms) return;
    const timer = setTimeout(() => removeNotice(id), ms);
    return () => clearTimeout(timer);
  }, [id, ms]);

  return done;
}

/** Notifications that cannot be toasts, in a dialog, where the page's are hidden. */
export function DialogNotices() {
  const { notices, plain } = useNotices();
  return plain && notices.map((each) => <PlainNotice key={each.id} notice={each} stays />);
}

export const useNotices = () =>
  useSyncExternalStore(subscribeNotices, readNotices, readNoticesOnServer);

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

/** @param stays true if no toast will replace it */
function PlainNotice({ notice, stays }: { notice: Notice; stays?: boolean }) {
  const announced = !useScripted() || stays;
  return (
    <div
      className={noticeLook(notice)}
      data-kind={notice.kind}
      role={announced ? (notice.kind === 'error' ? 'alert' : 'status') : undefined}
    >
      <NoticeIcon {...notice} />
      <div className="min-w-0 flex-1 basis-20 wrap-anywhere">
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
