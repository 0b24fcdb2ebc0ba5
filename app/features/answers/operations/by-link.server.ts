import type { Database } from '#db/connection';
import { deleteOptOut, insertOptOut } from '~/features/series/queries/opt-outs.server';
import { askedAgain, askedNoMore } from '~/features/series/wording';
import { lockUser } from '~/kernel/actor.server';
import { publicOperation } from '~/kernel/operation.server';
import { notFound, tooMany } from '~/kernel/problem';
import { type EventByLink, findByLink } from '../by-link.server';
import type { Answering } from '../place.server';
import { openAnswerToken } from '../queries/links.server';
import { ownAnswer } from '../queries.server';
import * as schema from '../schema';
import { auditOf, giveNo, giveYes } from './answering.server';
import { leave, leftAuditOf } from './waiting-list.server';

/** Answering one event by the link in a mail, without a log-in (N7). */

export const readEventByLink = publicOperation({
  summary: 'Read the event of the link in a mail, with the own answer',
  input: schema.eventByLink,
  async read({ db, input: { token }, services: { config } }) {
    const found = await findByLink(db, openAnswerToken(token, config));
    if (!found) throw notFound();
    return { ...found, own: await ownAnswer(db, found.scope, found.event) };
  },
});

export const answerEventByLink = publicOperation({
  summary: 'Answer an event by the link in a mail',
  description:
    'As its user could, without what leaders may do past deadlines. Notes and places stay as they are. 404: the link ' +
    'does not hold; 429 after 30 answers to an event in an hour.',
  input: schema.answerByLink,
  async prepare({ db, input: { token }, services: { config, limits } }) {
    const link = openAnswerToken(token, config);
    if (!link) throw notFound();
    const { user, event } = link;
    // Outside the transaction, so that refused answers count, too.
    const spent = await limits.spend(db, {
      answersByLink: `${user} ${event}`,
      answersByLinkOfUser: user,
    });
    if (spent) throw tooMany(spent.wait);
    return link;
  },
  async run({ db, input: { answer }, prepared: link, concerns }) {
    // Like holdActor for logged-in users: what makes the link valid cannot change from here on.
    await lockUser(db, link.user, 'shared');
    const found = await findByLink(db, link);
    if (!found) throw notFound();
    const { scope } = found;
    concerns({ user: link.user, organization: scope.organization });
    const subject = { ...found, other: null };
    const work: Answering = { db, actor: { uuid: link.user }, subject };
    if (answer === 'optOut' || answer === 'optIn')
      return { action: await sayOfSeries(db, link.user, found, answer) };
    if (answer === 'leave') {
      const left = await leave(work);
      return { action: leftAuditOf(left) };
    }
    const output =
      answer === 'no'
        ? await giveNo(work, {})
        : await giveYes(work, { waitingList: answer === 'wait' });
    return { action: auditOf({ subject, output }) };
  },
  audit: ({ output: { action } }) => action && `${action} (über den Link in einer E-Mail)`,
});

/**
 * Opts the member of a link out of the event's series, or back in (U6).
 * @returns the log entry; null if nothing changed
 * @throws Problem 404 for an event that is not, or no longer, part of a series
 */
async function sayOfSeries(
  db: Database,
  user: string,
  { scope: { member }, event: { series, name } }: EventByLink,
  said: 'optOut' | 'optIn',
): Promise<string | null> {
  if (series === null || member === null) throw notFound();
  if (said === 'optIn')
    return (await deleteOptOut(db, { series, member })) ? askedAgain({ name }) : null;
  return (await insertOptOut(db, { series, member, user })) ? askedNoMore({ name }) : null;
}
