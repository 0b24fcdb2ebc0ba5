import { sql } from 'kysely';
import type { Kind } from '~/features/outbox/schema';
import { queueMail } from '~/mail/queue.server';
import type { TestApp } from './app';
import { insertRow } from './rows';

/** What a notification is about; without `member` for a user without one. */
export interface Told {
  readonly kind: Kind;
  readonly user: { readonly uuid: string; readonly email: string };
  readonly organization: { readonly uuid: string };
  readonly member?: string;
  readonly event?: { readonly uuid: string };
  readonly poll?: { readonly uuid: string };
  readonly message?: { readonly uuid: string };
  readonly contact?: { readonly uuid: string };
  readonly details?: object;
}

/** The details of a notification about dates of a series. @param former what all of them were */
export const datesOf = (events: readonly { uuid: string }[], former: object | null = null) => ({
  dates: Object.fromEntries(events.map(({ uuid }) => [uuid, former])),
});

/**
 * Queues the mail that tells these, as if the outbox had just taken them.
 * @param way 'digest' if its receiver wants to read them together
 * @returns the id of the first, with which the others are sent
 */
export async function queueTold(
  app: TestApp,
  [first, ...others]: readonly [Told, ...Told[]],
  way: 'mail' | 'digest' = 'mail',
): Promise<number> {
  const leader = await insert(app, first, { way, with: null });
  for (const other of others) await insert(app, other, { way, with: leader });
  await queueMail(app.db, 'notification', { notification: String(leader) });
  return leader;
}

/** The same, and sends it. @returns the resulting mails: one or none */
export async function mailsTelling(
  app: TestApp,
  told: readonly [Told, ...Told[]],
  way: 'mail' | 'digest' = 'mail',
) {
  const { email } = told[0].user;
  const before = new Set((await app.mailsTo(email)).map(({ id }) => id));
  await queueTold(app, told, way);
  return (await app.mailsTo(email)).filter(({ id }) => !before.has(id));
}

async function insert(app: TestApp, told: Told, sent: { way: string; with: number | null }) {
  const { rows } = await sql<{ id: number }>`
    insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, poll_uuid,
      message_uuid, contact_uuid, kind, details, dedupe, way, sent_with, sent_at)
    values (${told.organization.uuid}, ${told.user.uuid}, ${told.member ?? null},
      ${told.event?.uuid ?? null}, ${told.poll?.uuid ?? null}, ${told.message?.uuid ?? null},
      ${told.contact?.uuid ?? null},
      ${told.kind}, ${JSON.stringify(told.details ?? {})}, ${crypto.randomUUID()}, ${sent.way},
      ${sent.with}, now())
    returning id`.execute(app.db);
  const [row] = rows;
  if (!row) throw new Error('nothing inserted');
  return row.id;
}

/** The text of a mail, without the links that differ each time. */
export const withoutTokens = (text = ''): string =>
  text.replace(/(\/app\/(?:answer|unsubscribe)\/)[\w-]+/g, '$1…');

/** A message to many. */
export async function writtenBy(
  app: TestApp,
  sender: { uuid: string },
  organization: { uuid: string },
  given: {
    subject?: string;
    body?: string;
    audience?: string[];
    event?: { uuid: string };
    replies?: boolean;
  } = {},
) {
  return {
    uuid: await insertRow(app.db, 'messages', {
      organization_uuid: organization.uuid,
      sender_uuid: sender.uuid,
      event_uuid: given.event?.uuid ?? null,
      audience: given.audience ?? ['all'],
      subject: given.subject ?? 'Halle gesperrt',
      body: given.body ?? 'Die Halle ist bis Freitag zu.',
      replies: given.replies ?? false,
    }),
  };
}
