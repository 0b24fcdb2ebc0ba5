import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { messages } from '~/features/events/wording';
import { ActiveErrorScreen } from '~/frame/error-screen';
import { behindEventPage, eventPagePath } from '~/paths/events';
import { Banner } from '~/ui/banner';
import { Card } from '~/ui/card';
import { LinkedText } from '~/ui/linked-text';
import { PageHeader } from '~/ui/page-header';
import { ShareLink } from '~/ui/share-link';
import { titled } from '~/ui/title';
import { Coming } from '../components/coming';
import { EventFacts } from '../components/event-facts';
import { EventPolls } from '../components/event-polls';
import { LeaderActions } from '../components/leader-actions';
import { OwnAnswer } from '../components/own-answer';
import { SeriesOptOut } from '../components/series-opt-out';
import { eventPageOf } from '../event-rows.server';
import { readEventPage } from '../operations/event-page.server';

export const meta = titled<{ name: string }>((event) => event?.name ?? 'Veranstaltung');

const read = page(readEventPage);

export async function loader(args: LoaderFunctionArgs) {
  const event = eventPageOf(await read(args));
  const { origin, groupMail: mayWrite } = args.context.services.config;
  return { ...event, mayWrite, url: origin + eventPagePath(event.uuid) };
}

const COLUMN = 'grid grid-cols-1 content-start gap-4 sm:gap-5 ';
const TWO_COLUMNS = `${COLUMN} lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]`;

/** An event's own page, to which a link in a chat leads: when, where, and one's answer (J4). */
export default function EventScreen() {
  const event = useLoaderData<typeof loader>();
  const { uuid, name, cancelled, own, series, texts, coming, polls, mayEdit } = event;
  const back = {
    to: behindEventPage(useLocation().search),
    label: 'Veranstaltungen',
    aside: <ShareLink title={name} url={event.url} />,
  };
  const hasNotes = polls.length > 0 || mayEdit;
  return (
    <>
      <PageHeader title={name} back={back} />
      {cancelled && <Cancelled {...cancelled} />}
      <div className={hasNotes ? TWO_COLUMNS : `${COLUMN} max-w-3xl`}>
        <div className={COLUMN}>
          <EventFacts event={event} />
          {own && <OwnAnswer key={JSON.stringify(own)} {...event} own={own} />}
          {series && <SeriesOptOut event={uuid} {...series} />}
          {texts.map(({ label, text }) => (
            <Card key={label} title={label}>
              <div className="max-w-prose wrap-anywhere">
                <LinkedText pieces={text} />
              </div>
            </Card>
          ))}
        </div>
        {hasNotes && (
          <div className={`${COLUMN} lg:col-start-2 lg:row-span-2`}>
            {polls.length > 0 && <EventPolls {...event} />}
            {mayEdit && <LeaderActions {...event} />}
          </div>
        )}
        {coming && (
          <div className="lg:col-start-1">
            <Coming {...coming} />
          </div>
        )}
      </div>
    </>
  );
}

function Cancelled({ reason }: { reason: string }) {
  return (
    <Banner tone="danger" title="Fällt aus">
      {reason && <p className="wrap-anywhere whitespace-pre-line">{reason}</p>}
    </Banner>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.eventLoadFailed} />;
}
