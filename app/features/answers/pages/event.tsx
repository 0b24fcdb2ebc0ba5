import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { messages as eventMessages } from '~/features/events/wording';
import { ANSWER_AWAITED } from '~/features/polls/wording';
import { ASK_AGAIN, messages, NOT_MINE } from '~/features/series/wording';
import { activeErrorScreen } from '~/frame/error-screen';
import { eventFilePath, feedsPath } from '~/paths/calendars';
import { behindEventPage, eventPagePath } from '~/paths/events';
import { pollPath, pollsPath } from '~/paths/polls';
import { optOutPath } from '~/paths/series';
import { Badge } from '~/ui/badge';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button } from '~/ui/button';
import { Card, COLUMNS } from '~/ui/card';
import { failing } from '~/ui/failing';
import { HiddenFields } from '~/ui/hidden-fields';
import { hyphenated } from '~/ui/hyphenation';
import { IconCalendar, IconChevronRight, IconPlus } from '~/ui/icons';
import { Link } from '~/ui/link';
import { LinkedText } from '~/ui/linked-text';
import { PageHeader } from '~/ui/page-header';
import { ShareLink } from '~/ui/share-link';
import { titled } from '~/ui/title';
import { Cancelled } from '../components/cancelled';
import { Coming } from '../components/coming';
import { EventFacts } from '../components/event-facts';
import { LeaderActions } from '../components/leader-actions';
import { OwnAnswer } from '../components/own-answer';
import { type EventPage, eventPageOf } from '../event-rows.server';
import { readEventPage } from '../operations/answers.server';

export const meta = titled<{ name: string }>((event) => event?.name ?? 'Veranstaltung');
export const shouldRevalidate = keepBehindDialog;

const read = page(readEventPage);

export async function loader(args: LoaderFunctionArgs) {
  const event = eventPageOf(await read(args));
  const { origin, groupMail: mayWrite } = args.context.services.config;
  return { ...event, mayWrite, url: origin + eventPagePath(event.uuid) };
}

/** One column, or two if there is room: the second comes second in the document, so that focus follows the eye. */
const PART = 'flex flex-col gap-4 sm:gap-5 ';
const PAGE = `${PART} lg:grid lg:items-start lg:grid-rows-[auto_1fr] `;
const BESIDE = `${PART} max-lg:contents lg:row-span-2`;

/** An event's own page, which links in chats lead to: when, where, and the user's answer (J4, Y4). */
export default function EventScreen() {
  const event = useLoaderData<typeof loader>();
  const { uuid, name, cancelled, own, series, texts, coming, polls, mayEdit } = event;
  const back = { to: behindEventPage(useLocation().search), label: 'Veranstaltungen' };
  const isBeside = own !== null || mayEdit;
  return (
    <>
      <PageHeader title={name} back={back} />
      {cancelled && (
        <div className={isBeside ? undefined : 'max-w-3xl'}>
          <Cancelled {...cancelled} />
        </div>
      )}
      <div className={PAGE + (isBeside ? COLUMNS : 'max-w-3xl')}>
        <EventFacts event={event} />
        {isBeside && (
          <div className={BESIDE}>
            {own && <OwnAnswer key={own.answer} {...event} own={own} />}
            {mayEdit && (
              <div className="print:hidden">
                <LeaderActions {...event} />
              </div>
            )}
          </div>
        )}
        <div className={PART}>
          {texts.map(({ label, text }) => (
            <Card key={label} title={label}>
              <div className="max-w-160 wrap-anywhere">
                <LinkedText pieces={text} />
              </div>
            </Card>
          ))}
          {polls.length > 0 && <EventPolls {...event} />}
          {coming && <Coming {...coming} />}
          <EventFoot {...event} />
          {series && <SeriesOptOut event={uuid} {...series} />}
        </div>
      </div>
      <Outlet />
    </>
  );
}

type EventFootProps = Pick<EventPage, 'uuid' | 'name' | 'past' | 'cancelled'> & { url: string };

/** For the few who need it: the event as a calendar file, and its address. */
function EventFoot({ uuid, name, past, cancelled, url }: EventFootProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 text-md max-sm:grid print:hidden">
      {!past && !cancelled && (
        <>
          <a className={FOOT_LINK} href={eventFilePath(uuid)}>
            <IconPlus />
            In meinen Kalender
          </a>{' '}
          <a className={FOOT_LINK} href={feedsPath}>
            <IconCalendar />
            Alle Termine abonnieren
          </a>{' '}
        </>
      )}
      <ShareLink title={name} url={url} />
    </div>
  );
}

const FOOT_LINK = 'inline-flex min-h-target items-center gap-2 font-medium no-underline';

type SeriesOptOutProps = { event: string; series: string; optedOut: boolean; says: string };

/** Opts out of the series on the page of a date, or back in (U6). */
function SeriesOptOut({ event, series, optedOut, says }: SeriesOptOutProps) {
  return (
    <Form
      {...failing(optedOut ? messages.optOutWithdrawFailed : messages.optOutFailed)}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden"
      id="opt-out"
      method="post"
      action={optOutPath({ series, event, optedOut })}
      preventScrollReset
    >
      <HiddenFields form="opt-out" />
      <p className="min-w-0 flex-1 basis-44 text-md text-muted">{says}</p>
      <Button>{optedOut ? ASK_AGAIN : NOT_MINE}</Button>
    </Form>
  );
}

type EventPollsProps = Pick<EventPage, 'uuid' | 'polls' | 'morePolls'>;

/** The polls of an event; those that wait for an answer stand out. */
function EventPolls({ uuid: event, polls, morePolls }: EventPollsProps) {
  return (
    <Card title="Umfragen">
      <ul>
        {polls.map(({ uuid, name, closed, awaited }) => (
          <li className="border-t border-line first:border-t-0" key={uuid}>
            <Link
              className="flex min-h-target items-center gap-2 rounded py-1.5 text-ink no-underline hover:bg-green-soft"
              to={pollPath({ event, poll: uuid }, '')}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-semibold">{hyphenated(name)}</span>{' '}
                {awaited && (
                  <span className="print:hidden">
                    <Badge tone="orange">{ANSWER_AWAITED}</Badge>
                  </span>
                )}
                {closed && <Badge>Beendet</Badge>}
              </span>
              <IconChevronRight />
            </Link>
          </li>
        ))}
      </ul>
      {morePolls && (
        <p className="mt-2">
          <Link to={pollsPath({ event })}>Alle Umfragen</Link>
        </p>
      )}
    </Card>
  );
}

export const ErrorBoundary = activeErrorScreen(eventMessages.eventLoadFailed);
