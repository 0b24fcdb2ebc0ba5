import { z } from 'zod';
import { lockUser } from '~/kernel/actor.server';
import { publicOperation } from '~/kernel/operation.server';
import { notFound, tooMany } from '~/kernel/problem';
import { retime } from '../queries.server';
import { ENDINGS } from '../schema';
import { openUnsubscribeToken } from '../unsubscribe-links.server';
import { endMails, findMails, restoreMails } from '../unsubscribing.server';
import { ended } from '../wording';

/** Ending mails of one kind by the link in one of them, without a log-in (N10). */

/** The token stands in the address of the link; whatever it is, it is looked up. */
const mailsByLink = z.strictObject({ token: z.string() });

const ending = mailsByLink.extend({
  /** A mail program's own button says nothing of it (RFC 8058). */
  way: z.enum(ENDINGS).default('off'),
});

export const readMailsByLink = publicOperation({
  summary: 'Read how the mails come that the link in a mail is about',
  description:
    'Changes nothing, as programs open every link of a mail. 404: the link is no longer about any.',
  input: mailsByLink,
  async read({ db, input: { token }, services: { config } }) {
    const link = openUnsubscribeToken(token, config);
    const mails = link && (await findMails(db, link));
    if (!link || !mails) throw notFound();
    return { ...mails, digest: link.topic === 'digest' };
  },
});

export const endMailsByLink = publicOperation({
  summary: 'End or restore mails of one kind by the link in one of them',
  description:
    'A link does not die with a password: it can do nothing but keep mails from its user, and take that back. 404: it ' +
    'is no longer about any; 429 after 30 changes in an hour.',
  input: ending,
  async run({ db, input: { token, way }, services: { config, limits }, concerns }) {
    const link = openUnsubscribeToken(token, config);
    if (!link) throw notFound();
    const { user, organization, topic } = link;
    // Nobody leaves the club meanwhile.
    await lockUser(db, user, 'shared');
    const mails = await findMails(db, link);
    if (!mails) throw notFound();
    concerns({ user });
    const changed = way === 'undo' ? await restoreMails(db, link) : await endMails(db, link, way);
    // What changes nothing is never refused: mail programs may ask again.
    const spent =
      changed.length > 0 &&
      (await limits.spend(db, { unsubscriptions: `${user} ${organization} ${topic}` }));
    if (spent) throw tooMany(spent.wait);
    if (changed.length > 0) await retime(db, { user, organization });
    return { changed, way };
  },
  audit: ({ output }) => ended(output),
});
