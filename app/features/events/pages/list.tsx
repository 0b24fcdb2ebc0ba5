import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import {
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
} from '@remix-run/react';
import { useMemo } from 'react';
import { chosen, prefersMonth, rememberedWhose } from '~/doors/choice.server';
import { page } from '~/doors/page.server';
import { inSight, partInSight } from '~/doors/rows-in-sight.server';
import { useScope } from '~/frame/context';
import { activeErrorScreen } from '~/frame/error-screen';
import { eventsPath, monthPath, newEventPath } from '~/paths/events';
import { keepBehindDialog, useWholeList } from '~/ui/behind-dialog';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { IconPlus } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { LATER, PageLinks } from '~/ui/page-links';
import { usePrefetchedScreen } from '~/ui/prefetch';
import { titled } from '~/ui/title';
import { EventsTable } from '../components/events-table';
import { ViewSwitch } from '../components/view-switch';
import { packed, unpacked } from '../list-view';
import { readEventsPage } from '../operations/events.server';
import * as policy from '../policy';
import { toRow } from '../rows.server';
import { byDate } from '../schema';
import { CREATE_EVENT, messages } from '../wording';

const TITLE = 'Veranstaltungen';

export const meta = titled(TITLE);

const read = page(readEventsPage, {
  remembered: (args, actor) => ({
    ...rememberedWhose(args, actor),
    ...inSight(args, eventsPath()),
  }),
});

export async function loader(args: LoaderFunctionArgs) {
  if (prefersMonth(args)) throw redirect(monthPath());
  const { rows, previous, next, whose, scope } = await read(args);
  const list = {
    rows: rows.map((event) => toRow(event, scope)),
    previous: previous && `${eventsPath(`?before=${previous}`)}#${LATER}`,
    next: next && eventsPath(`?after=${next}`),
    ...(whose && { whose }),
  };
  const { rows: shown, ...around } = partInSight(list, args, {
    path: eventsPath(),
    nextAfter: (event) => eventsPath(`?after=${byDate.cursorAt(event)}`),
  });
  return data({ ...around, packed: packed(shown) }, { headers: await chosen(args) });
}

/** The list does not show who took part, so recording it page by page does not reload the list. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.formAction?.includes('/participants') ? false : keepBehindDialog(change);

/** The events of the organisation; at first the next ones (E1 to E3). */
export default function EventList() {
  const { packed, part, previous, next, whose } = useLoaderData<typeof loader>();
  const rows = useMemo(() => unpacked(packed), [packed]);
  useWholeList(part);
  const isEmpty = rows.length === 0;
  const isMine = whose === 'mine';
  const scope = useScope();
  const mayEdit = policy.editAll({ scope });
  const mayCreate = policy.create({ scope });
  usePrefetchedScreen('features/answers/pages/registration');
  const { search } = useLocation();
  const create = mayCreate && (
    <ButtonLink variant="primary" to={newEventPath(search)} dialog>
      <IconPlus />
      {CREATE_EVENT}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={TITLE} actions={(!isEmpty || isMine) && create} />
      <div className="-my-2 flex flex-wrap items-center justify-between gap-x-6">
        {(!isEmpty || whose) && <ViewSwitch shown="list" whose={whose} />}
        <PageLinks previous={previous} of={TITLE} />
      </div>
      {isEmpty ? (
        <EmptyState
          title="Keine Veranstaltungen verfügbar"
          drawing
          action={
            isMine ? (
              <ButtonLink to={`${eventsPath()}?whose=all`}>Alle Veranstaltungen</ButtonLink>
            ) : (
              create
            )
          }
        >
          {isMine
            ? 'Für Sie steht nichts an.'
            : mayCreate
              ? 'Erstellen Sie die erste Veranstaltung.'
              : 'Veranstaltungen trägt Ihr Verein ein.'}
        </EmptyState>
      ) : (
        <EventsTable rows={rows} mayEdit={mayEdit} search={search} />
      )}
      <PageLinks next={next} of={TITLE} />
      <Outlet />
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.eventsLoadFailed);
