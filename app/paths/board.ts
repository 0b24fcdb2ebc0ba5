/** The board's forms post to the board itself: `index` names its route, not the frame around it. */
export const signUpAction = '/app/?index';
export const signOffAction = '/app/?index&withdrawal';
/** Says no to an event that asks. */
export const declineAction = '/app/?index&decline';
/** Takes such a no back, so that there is no answer. */
export const takeBackAction = '/app/?index&open';

/** Joins the waiting list of an event, and leaves it. */
export const waitAction = '/app/?index&wait';
export const leaveAction = '/app/?index&leave';

/** The same for the event's page, to which it leads back. */
export const fromPage = (action: string) => `${action}&page`;
export const isFromPage = ({ url }: { url: string }) => new URL(url).searchParams.has('page');

const SAID = ['withdrawal', 'decline', 'open', 'wait', 'leave'] as const;

/** What a submission is for; undefined to sign up. */
export function saidBy({ url }: { url: string }): (typeof SAID)[number] | undefined {
  const { searchParams } = new URL(url);
  return SAID.find((each) => searchParams.has(each));
}
