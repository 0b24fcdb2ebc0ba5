/** How mails say that an answer can be changed, or that the leaders must be asked once it is too late. */

interface Given {
  readonly waiting: number | null;
  readonly signOffClosed: boolean;
}

/** Whether the event's page takes a sign-off: from the waiting list at any time (K6). */
export const takesSignOff = ({ waiting, signOffClosed }: Given): boolean =>
  waiting !== null || !signOffClosed;

/** For those who come, after 'Dann'. @param how 'bitte noch' above the button that does it */
export function signingOff(
  now: Given & { readonly asksAnswer: boolean },
  how: 'dort bitte' | 'bitte noch' = 'dort bitte',
): string {
  if (!takesSignOff(now)) return 'sagen Sie bitte der Leitung Bescheid';
  return now.asksAnswer ? `sagen Sie ${how} ab` : `melden Sie sich ${how} ab`;
}

/** For those who had declined: a sentence. */
export const comingAfterAll = (
  { takesYes }: { readonly takesYes: boolean },
  when = 'Sie hatten abgesagt. Wenn es Ihnen jetzt passt',
): string =>
  `${when}, ${takesYes ? 'können Sie dort noch zusagen' : 'wenden Sie sich bitte an die Leitung'}.`;
