import type { LoaderFunctionArgs } from '@remix-run/node';
import { readCookie, setCookie } from '~/doors/cookie.server';
import { requestedPath } from '~/doors/screen.server';
import { eventsPath } from '~/paths/events';
import type { SeriesShown } from './schema';

/**
 * How the session looks at many events: as a list or by month, with or without the dates of series.
 * A cookie remembers it until the log-out. It is set by opening a screen, which other sites cannot
 * do for anybody but by a link that they follow: the session's cookie does not come along.
 */
interface Choice {
  readonly view: 'list' | 'month';
  readonly series: SeriesShown;
}

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>;

/** As long as browsers keep a cookie; the log-out ends it. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

const NOTHING_CHOSEN = 'list.shown';

function remembered({ request, context }: Args): Choice {
  const value = readCookie(request, 'events', context.services.config) ?? '';
  const [, view = 'list', series = 'shown'] = /^(list|month)\.(shown|hidden)$/.exec(value) ?? [];
  return { view, series } as Choice;
}

/** Input that the address leaves out, for `page`. */
export const rememberedSeries = (args: Args) => ({ series: remembered(args).series });

/** True if the list was opened as such, with nothing to look for, by whom prefers the month. */
export function prefersMonth(args: Args): boolean {
  return requestedPath(args.request) === eventsPath() && remembered(args).view === 'month';
}

/** The headers that make the browser remember what this request chooses. @param view if it does */
export function chosen(args: Args, view?: Choice['view']): HeadersInit {
  const before = remembered(args);
  const asked = new URL(args.request.url).searchParams;
  const series = asked.get('series');
  const now: Choice = {
    view: view ?? (asked.get('view') === 'list' ? 'list' : before.view),
    series: series === 'hidden' || series === 'shown' ? series : before.series,
  };
  const value = `${now.view}.${now.series}`;
  if (value === `${before.view}.${before.series}`) return {};
  const maxAge = value === NOTHING_CHOSEN ? 0 : MAX_AGE_SECONDS;
  const { config } = args.context.services;
  return { 'Set-Cookie': setCookie('events', maxAge ? value : '', maxAge, config) };
}
