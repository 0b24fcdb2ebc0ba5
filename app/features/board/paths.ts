/** The board's forms post to the board itself: `index` names its route, not the frame around it. */
export const signUpAction = '/app/?index';
export const signOffAction = '/app/?index&withdrawal';

/** True if a submission is to sign off. */
export const isSignOff = ({ url }: { url: string }) => new URL(url).searchParams.has('withdrawal');
