/** The screens that a link in a mail opens without a log-in. */

/** Answers one event for one member (N7). @param preset the button of the mail */
export const answerLinkPath = (token: string, preset?: 'yes' | 'take' | 'no' | 'optOut') =>
  `/app/answer/${token}${preset ? `?answer=${preset}` : ''}`;

/** Ends mails of one kind (N10). */
export const unsubscribePath = (token: string) => `/app/unsubscribe/${token}`;
