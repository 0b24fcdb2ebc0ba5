import type { TestApp } from './app';
import type { Browser } from './browser';
import { valuesOf } from './rows';

/** A club with an event: `coming` and `waiting` have accounts, two members have none. */
export async function messageSetting(app: TestApp) {
  const { make } = app;
  const organization = await make.organization({ name: 'TSV Grünau' });
  const admin = await make.userOf(organization, ['ORGANIZATION_ADMIN']);
  const editor = await make.userOf(organization, ['EDIT_EVENTS']);
  const coming = await make.userOf(organization);
  const waiting = await make.userOf(organization);
  const silent = await make.userOf(organization);
  const declined = await make.userOf(organization);
  const event = await make.event(organization, { name: 'Sommerfest', max: 2 });
  const guest = await make.member(organization, { firstName: 'Uwe', lastName: 'Ohnepost' });
  const other = await make.member(organization, { firstName: 'Ida', lastName: 'Ohneso' });
  await make.registration(event, { uuid: coming.member });
  await make.registration(event, guest);
  await make.waiting(event, { uuid: waiting.member });
  await make.decline(event, { uuid: declined.member });
  return {
    organization,
    admin,
    editor,
    coming,
    waiting,
    silent,
    declined,
    event,
    guest,
    other,
    asAdmin: await app.as(admin, organization),
    asEditor: await app.as(editor, organization),
    send: (by: Browser, body: object) =>
      by.call('POST', `/organization/${organization.uuid}/messages`, {
        subject: 'Treffpunkt',
        text: 'Wir treffen uns am Parkplatz.',
        ...body,
      }),
  };
}

export async function receiversOf({ db }: TestApp, message: string): Promise<string[]> {
  const told = await valuesOf(db, 'notifications', { message_uuid: message }, 'user_uuid');
  return told.sort();
}

/** The messages of a club, the newest first. */
export function sentIn({ db }: TestApp, { uuid }: { uuid: string }) {
  return db
    .selectFrom('messages')
    .select(['uuid', 'subject', 'body', 'audience', 'replies', 'count', 'sender_uuid as sender'])
    .where('organization_uuid', '=', uuid)
    .orderBy('created_at', 'desc')
    .execute();
}
