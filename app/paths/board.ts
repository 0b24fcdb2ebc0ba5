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

/** The same for the event's page or the list, to which it leads back. @param search of the list */
export const fromPage = (action: string) => `${action}&page`;
export const fromList = (search: string) => (action: string) =>
  eventsPath(search).replace(/^[^?]*\??/, `${action}&list&`);

/** Where a submission to the board was made. */
export function saidOn({ url }: { url: string }, event: string): string {
  const { search, searchParams } = new URL(url);
  if (searchParams.has('page')) return eventPagePath(event);
  return searchParams.has('list') ? eventsPath(search) : homePath;
}

const SAID = ['withdrawal', 'decline', 'open', 'wait'] as const;

/** The purpose of a submission; undefined to sign up. */
export function saidBy({ url }: { url: string }): (typeof SAID)[number] | undefined {
  const { searchParams } = new URL(url);
  return SAID.find((each) => searchParams.has(each));
}
