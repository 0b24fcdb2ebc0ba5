import type { LoaderFunctionArgs } from '@remix-run/node';
import { type Actor, activeAffiliation } from '~/kernel/actor';
import { selectShown } from '~/kernel/actor.server';
import { isOutage } from '~/kernel/outage.server';
import { eventsPath } from '~/paths/events';
import { readCookie, setCookie } from './cookie.server';
import { requestedPath } from './screen.server';
import { authenticate } from './session.server';

/**
 * How a user views events: as a list or by month, which a browser cookie remembers until the
 * log-out, and whose, which is stored with the user (U5). Both are chosen by opening a screen,
 * which another site can only cause with a link that the user follows.
 */

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>;

type View = 'list' | 'month';

/** As long as browsers keep a cookie; the log-out ends it. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

const rememberedView = ({ request, context }: Args): View =>
  readCookie(request, 'events', context.services.config) === 'month' ? 'month' : 'list';

/** Input that the address leaves out, for `page`. */
export const rememberedWhose = (_args: Args, actor: Actor | null) => ({
  whose: actor ? activeAffiliation(actor)?.shown : undefined,
});

/** True if a user who prefers the month opened the plain list, without looking for anything. */
export function prefersMonth(args: Args): boolean {
  return requestedPath(args.request) === eventsPath() && rememberedView(args) === 'month';
}

/**
 * Keeps what this request chooses.
 * @param view if it chooses one
 * @returns the headers that make the browser remember it
 */
export async function chosen(args: Args, view?: View): Promise<HeadersInit> {
  const { db, config } = args.context.services;
  const asked = new URL(args.request.url).searchParams;
  const whose = asked.get('whose');
  if (whose === 'mine' || whose === 'all') {
    const { actor } = await authenticate(args.request, args.context);
    // With a full disk, say, the screen still works; only the choice is lost.
    if (actor)
      await selectShown(db, actor, whose).catch((error) => {
        if (!isOutage(error)) throw error;
      });
  }
  const before = rememberedView(args);
  const now = view ?? (asked.get('view') === 'list' ? 'list' : before);
  if (now === before) return {};
  const isMonth = now === 'month';
  const maxAge = isMonth ? MAX_AGE_SECONDS : 0;
  return { 'Set-Cookie': setCookie('events', isMonth ? now : '', maxAge, config) };
}
