import type { TestApp } from './app';
import { changeRows } from './rows';
import { withoutTokens } from './told';

/** Shared by tests of single mails about an event. */

interface Columns {
  max?: number;
  [column: string]: unknown;
}

/** A club, a reader and an event. */
export async function clubWithEvent(app: TestApp, { max, ...columns }: Columns = {}) {
  const { organization, admin } = await app.make.club({ name: 'TSV Grünau' });
  await changeRows(app.db, 'users', admin.uuid, { last_name: 'Lindner' });
  const reader = await app.make.userOf(organization);
  const event = await app.make.event(
    organization,
    { name: 'Sommerfest', date: '2031-07-05', ...(max !== undefined && { max }) },
    { start_time: '15:00', end_time: '22:00', place: 'Vereinsgarten', ...columns },
  );
  const told = { user: reader, organization, member: reader.member, event };
  return { organization, admin, reader, event, told };
}

export const flat = (text = '') => withoutTokens(text).replace(/\s+/g, ' ');
export const links = (html = '') =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);

/** The end of every mail that can be unsubscribed from. */
export const foot = (app: TestApp, organization: { uuid: string }, writer?: string) => `
Solche E-Mails abbestellen:
${app.origin}/app/unsubscribe/…

Alle Einstellungen zu E-Mails:
${app.origin}/app/account/notifications?organization=${organization.uuid}

${writer ? `${writer} hat diese E-Mail über Vereinsheim geschrieben.` : 'Diese Nachricht wurde von Vereinsheim automatisch verschickt.'}`;
