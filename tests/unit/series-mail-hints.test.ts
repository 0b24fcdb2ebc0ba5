import { expect, it } from 'vitest';
import { whatNow } from '~/features/notifications/dates-of-series.server';

/** What a mail about changed dates of a series asks for: only what their pages still take. */

const date = { date: '2031-03-04', startTime: null, endDate: null, endTime: null, place: '' };
const now = { ...date, asksAnswer: true, open: false, signOffClosed: false, takesYes: true };
const comes = { ...now, registered: 1, waiting: null };
const waits = { ...now, registered: null, waiting: 1 };
const declined = { ...now, registered: null, waiting: null };
const isOpen = { ...declined, open: true };
const closed = { signOffClosed: true, takesYes: false };

it.each([
  [[isOpen], ''],
  [[comes], 'Ihre Antwort gilt weiter. Wenn Sie nicht kommen können, sagen Sie dort bitte ab.'],
  [
    [{ ...comes, ...closed }],
    'Ihre Antwort gilt weiter. Wenn Sie nicht kommen können, sagen Sie bitte der Leitung Bescheid.',
  ],
  [
    [{ ...comes, ...closed }, comes, isOpen],
    'Ihre Antworten gelten weiter. Wenn Sie einmal nicht kommen können, sagen Sie dort bitte ab.',
  ],
  [
    [{ ...waits, ...closed, asksAnswer: false }],
    'Ihre Antwort gilt weiter. Wenn Sie nicht kommen können, melden Sie sich dort bitte ab.',
  ],
  [
    [{ ...declined, ...closed }, declined],
    'Sie hatten abgesagt. Wenn es Ihnen jetzt passt, können Sie dort noch zusagen.',
  ],
  [
    [{ ...declined, ...closed }, isOpen],
    'Sie hatten abgesagt. Wenn es Ihnen jetzt passt, wenden Sie sich bitte an die Leitung.',
  ],
  [
    [comes, { ...declined, ...closed }],
    'Ihre Antworten gelten weiter. Wenn Sie einmal nicht kommen können, sagen Sie dort bitte ab. ' +
      'Wo Sie abgesagt hatten und es Ihnen jetzt passt, wenden Sie sich bitte an die Leitung.',
  ],
])('case %#: of what deadlines have ended nothing is asked (L9, J10)', (dates, hint) => {
  expect(whatNow(dates)).toBe(hint);
});
