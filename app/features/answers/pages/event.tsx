import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { messages } from '~/features/events/wording';
import { ActiveErrorScreen } from '~/frame/error-screen';
import { behindEventPage, eventPagePath } from '~/paths/events';
import { Banner } from '~/ui/banner';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Card } from '~/ui/card';
import { LinkedText } from '~/ui/linked-text';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { Coming } from '../components/coming';
import { EventFacts } from '../components/event-facts';
import { EventFoot } from '../components/event-foot';
import { EventPolls } from '../components/event-polls';
import { LeaderActions } from '../components/leader-actions';
import { OwnAnswer } from '../components/own-answer';
import { SeriesOptOut } from '../components/series-opt-out';
import { eventPageOf } from '../event-rows.server';
import { readEventPage } from '../operations/event-page.server';

export const meta = titled<{ name: string }>((event) => event?.name ?? 'Veranstaltung');
export const shouldRevalidate = keepBehindDialog;

const read = page(readEventPage);

export async function loader(args: LoaderFunctionArgs) {
  const event = eventPageOf(await read(args));
  const { origin, groupMail: mayWrite } = args.context.services.config;
  return { ...event, mayWrite, url: origin + eventPagePath(event.uuid) };
}

/** One column with an order of its own, or two if there is room. */
const PAGE = 'grid grid-cols-1 items-start gap-4 sm:gap-5 ';
const TWO_COLUMNS = `${PAGE} lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]`;
const COLUMN = `${PAGE} max-lg:contents`;

/** An event's own page, which links in chats lead to: when, where, and the user's answer (J4, Y4). */
export default function EventScreen() {
  const event = useLoaderData<typeof loader>();
  const { uuid, name, cancelled, own, series, texts, coming, polls, mayEdit } = event;
  const back = { to: behindEventPage(useLocation().search), label: 'Veranstaltungen' };
  const isBeside = own !== null || polls.length > 0 || mayEdit;
  return (
    <>
      <PageHeader title={name} back={back} />
      {cancelled && <Cancelled {...cancelled} />}
      <div className={isBeside ? TWO_COLUMNS : `${PAGE} max-w-3xl`}>
        <div className={COLUMN}>
          <EventFacts event={event} />
          {coming && <Coming {...coming} />}
          <div className={`${PAGE} max-lg:order-1`}>
            {texts.map(({ label, text }) => (
              <Card key={label} title={label}>
                <div className="max-w-prose wrap-anywhere">
                  <LinkedText pieces={text} />
                </div>
              </Card>
            ))}
            <EventFoot {...event} />
            {series && <SeriesOptOut event={uuid} {...series} />}
          </div>
        </div>
        {isBeside && (
          <div className={COLUMN}>
            {own && <OwnAnswer key={own.answer} {...event} own={own} />}
            {mayEdit && (
              <div className="print:hidden">
                <LeaderActions {...event} />
              </div>
            )}
            {polls.length > 0 && <EventPolls {...event} />}
          </div>
        )}
      </div>
      <Outlet />
    </>
  );
}

function Cancelled({ reason }: { reason: string }) {
  return (
    <Banner tone="danger">
      <p className="wrap-anywhere whitespace-pre-line">
        <b>Fällt aus</b>
        {reason && `: ${reason}`}
      </p>
    </Banner>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.eventLoadFailed} />;
}
