import { toldApart } from '~/features/members/rules/namesakes.server';
import { byName } from '~/features/members/schema';
import { organizationInScope, scopeInOrganization } from '~/features/organizations/queries.server';
import { readPage } from '~/kernel/keyset.server';
import { inScope, operation } from '~/kernel/operation.server';
import { readInPieces } from '~/kernel/pieces.server';
import * as policy from '../policy';
import { messageInScope, sentMessages, targetInScope, unreachedMembers } from '../queries.server';
import * as schema from '../schema';
import { addressedBy, targetOf } from './sending.server';

/** Reading messages to many, the list of sent ones, and whom one would not reach (N11). */

export const readMessage = operation({
  summary: 'Read a message to many',
  description: 'For its receivers, and for users who may write such messages.',
  input: schema.messageId,
  subject: messageInScope,
  may: inScope,
  read: ({ subject }) => subject,
});

/** Rows of the screen's list. */
const PAGE_SIZE = 50;

export const readMessagesPage = operation({
  summary: 'Read a page of the messages to many that were sent in an organisation, newest first',
  input: schema.messagesPage,
  subject: organizationInScope,
  may: policy.administer,
  async read({ db, input: { after, before }, services, subject: { scope, organization } }) {
    const part = { after, before, limit: PAGE_SIZE };
    const page = await readPage(sentMessages(db, scope), schema.newestFirst, part);
    return { ...page, isOn: services.config.groupMail, timeZone: organization.timeZone };
  },
});

export const listMessages = operation({
  summary: 'List the messages to many that were sent in an organisation, the newest first',
  description:
    'All for admins; those about events for event editors; those to their groups and about their events for leaders.',
  input: schema.messagesList,
  subject: scopeInOrganization,
  may: policy.list,
  read: ({ db, input: { limit, cursor: after }, subject: { scope } }) =>
    readInPieces(db, sentMessages(db, scope), schema.newestFirst, { after, limit }),
});

/** Names on a page of the list, which is to be printed. */
const NAMES = 200;

export const readUnreached = operation({
  summary: 'Read a page of the members whom a message to many would not reach, by name',
  input: schema.unreachedPage,
  subject: targetInScope,
  may: policy.seeUnreached,
  async read({ db, actor, input, subject }) {
    const { after, before } = input;
    const addressed = addressedBy(actor, input, subject);
    const members = unreachedMembers(db, subject.scope, addressed);
    const page = await readPage(members, byName, { after, before, limit: NAMES });
    return {
      ...targetOf(subject),
      scope: subject.scope,
      to: input.to,
      audience: addressed.audience,
      ...page,
      rows: await toldApart({ db, actor }, page.rows),
    };
  },
});
