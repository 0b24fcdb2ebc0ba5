import { z } from 'zod';
import { lockUser } from '~/kernel/actor.server';
import { publicOperation } from '~/kernel/operation.server';
import { notFound, tooMany } from '~/kernel/problem';
import { retime } from '../deciding.server';
import { ENDINGS } from '../schema';
import { changeGroups } from '../settings.server';
import { endMails, findMails, openUnsubscribeToken } from '../unsubscribing.server';
import { ended, endedOfGroup } from '../wording';

/** Ending mails of one kind by the link in one of them, without a log-in (N10). */

/** The token in the link's address; anything is looked up. */
const mailsByLink = z.strictObject({ token: z.string() });

const endingByLink = mailsByLink.extend({
  /** Missing if a mail program's own button was pressed (RFC 8058). */
  way: z.enum(ENDINGS).default('off'),
  /** A single group whose news should end, or come again (U9); `way` is ignored then. */
  mute: z.string().optional(),
  unmute: z.string().optional(),
});

export const readMailsByLink = publicOperation({
  summary: 'Read the settings that the unsubscribe link of a mail is about',
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
  input: endingByLink,
  async run({ db, input: { token, way, mute, unmute }, services: { config, limits }, concerns }) {
    const link = openUnsubscribeToken(token, config);
    if (!link) throw notFound();
    const { user, organization, topic } = link;
    // The user cannot leave the club meanwhile.
    await lockUser(db, user, 'shared');
    const mails = await findMails(db, link);
    if (!mails) throw notFound();
    concerns({ user });
    const group = mute ?? unmute;
    const about = mails.groups.find((each) => each.group === group);
    if (group && !about) throw notFound();
    const topics = about ? [] : await endMails(db, link, way);
    const groups = about ? await changeGroups(db, link, [{ ...about, news: !mute }], mails) : [];
    const changed = topics.length + groups.length > 0;
    // No-ops are never refused, as mail programs may repeat the request.
    const spent =
      changed && (await limits.spend(db, { unsubscriptions: `${user} ${organization} ${topic}` }));
    if (spent) throw tooMany(spent.wait);
    if (changed) await retime(db, { user, organization });
    const ending = about ? (mute ? 'off' : 'undo') : way;
    return { changed: topics, way: ending, about: groups.length > 0 ? about : undefined };
  },
  audit: ({ output: { changed, way, about } }) =>
    about ? endedOfGroup({ ...about, way }) : ended({ changed, way }),
});
