import type { LoaderFunctionArgs } from '@remix-run/node';
import { eventsPath } from '~/paths/events';
import { readCookie, setCookie } from './cookie.server';
import { requestedPath } from './screen.server';

/**
 * How the session looks at many events: as a list or by month, all of them or one's own.
 * A cookie remembers it until the log-out. It is set by opening a screen, which other sites cannot
 * do for anybody but by a link that they follow: the session's cookie does not come along.
 */
interface Choice {
  readonly view: 'list' | 'month';
  readonly whose: 'all' | 'mine';
}

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>;

/** As long as browsers keep a cookie; the log-out ends it. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

const NOTHING_CHOSEN = 'list';

function remembered({ request, context }: Args): Choice {
  const value = readCookie(request, 'events', context.services.config) ?? '';
  const [, view = 'list', whose = 'all'] = /^(list|month)(?:\.(mine))?$/.exec(value) ?? [];
  return { view, whose } as Choice;
}

/** Input that the address leaves out, for `page`. */
export const rememberedWhose = (args: Args) => ({ whose: remembered(args).whose });

/** True if the list was opened as such, with nothing to look for, by whom prefers the month. */
export function prefersMonth(args: Args): boolean {
  return requestedPath(args.request) === eventsPath() && remembered(args).view === 'month';
}

const inCookie = ({ view, whose }: Choice) => (whose === 'mine' ? `${view}.mine` : view);

/** The headers that make the browser remember what this request chooses. @param view if it does */
export function chosen(args: Args, view?: Choice['view']): HeadersInit {
  const before = remembered(args);
  const asked = new URL(args.request.url).searchParams;
  const whose = asked.get('whose');
  const now: Choice = {
    view: view ?? (asked.get('view') === 'list' ? 'list' : before.view),
    whose: whose === 'mine' || whose === 'all' ? whose : before.whose,
  };
  const value = inCookie(now);
  if (value === inCookie(before)) return {};
  const maxAge = value === NOTHING_CHOSEN ? 0 : MAX_AGE_SECONDS;
  const { config } = args.context.services;
  return { 'Set-Cookie': setCookie('events', maxAge ? value : '', maxAge, config) };
}
