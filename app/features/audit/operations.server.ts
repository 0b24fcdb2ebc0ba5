import * as organizations from '~/features/organizations/policy';
import { organizationInScope } from '~/features/organizations/queries.server';
import { readPage } from '~/kernel/keyset.server';
import { operation } from '~/kernel/operation.server';
import { instantInFigures } from '~/times';
import { entriesOf } from './queries.server';
import { logPage, newestFirst, readFilterDay } from './schema';

/** Rows of one page of the log. */
const PAGE_SIZE = 50;

export const readLogPage = operation({
  summary: 'Read a page of the audit log of an organisation, the newest entry first',
  input: logPage,
  subject: organizationInScope,
  may: organizations.administer,
  async read({ db, input, subject: { scope, organization } }) {
    const { timeZone } = organization;
    const { q, person, from, until, after, before } = input;
    const [first, last] = [readFilterDay(from), readFilterDay(until)];
    const filter = { q, person, from: first.day || from, until: last.day || until };
    const part = { after, before, limit: PAGE_SIZE };
    const days = { from: first.day, until: last.day };
    const entries = entriesOf(db, scope, { q, person, ...days, timeZone });
    const { rows, previous, next } = await readPage(entries, newestFirst, part);
    return {
      filter,
      errors: { from: first.error, until: last.error },
      rows: rows.map(({ id, at, action, ...author }) => ({
        id,
        at: instantInFigures(at, timeZone),
        who: authorOf(author),
        action,
      })),
      previous,
      next,
    };
  },
});

type Author = Record<'actor' | 'firstName' | 'lastName', string | null>;

function authorOf({ actor, firstName, lastName }: Author): string {
  if (actor === null) return 'Automatisch';
  return firstName === null ? 'gelöschtes Konto' : `${firstName} ${lastName}`;
}
