import { eventPagePath, eventsPath } from './events';
import { homePath } from './shell';

/** The board's forms post to the board itself: `index` names its route, not the frame around it. */
export const signUpAction = '/app/?index';
export const signOffAction = '/app/?index&withdrawal';
/** Says no to an event that asks. */
export const declineAction = '/app/?index&decline';
/** Takes an answer back, so that there is none. */
export const takeBackAction = '/app/?index&open';

/** Joins the waiting list of an event. */
export const waitAction = '/app/?index&wait';

/** Takes back what was just done, and leads back to where that was. @param search of the list */
export const fromBoard = (action: string) => `${action}&board`;
export const fromPage = (action: string) => `${action}&page`;
export const fromList = (search: string) => (action: string) =>
  eventsPath(search).replace(/^[^?]*\??/, `${action}&list&`);

/** Where a submission takes something back; null if it answers on the board. */
export function takenBackOn({ url }: { url: string }, event: string): string | null {
  const { search, searchParams } = new URL(url);
  if (searchParams.has('page')) return eventPagePath(event);
  if (searchParams.has('list')) return eventsPath(search);
  return searchParams.has('board') ? homePath : null;
}

const SAID = ['withdrawal', 'decline', 'open', 'wait'] as const;

/** The purpose of a submission; undefined to sign up. */
export function saidBy({ url }: { url: string }): (typeof SAID)[number] | undefined {
  const { searchParams } = new URL(url);
  return SAID.find((each) => searchParams.has(each));
}
