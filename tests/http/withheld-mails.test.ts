import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { refuseAddress } from '../support/mail-failures';
import { insertRows } from '../support/rows';

const app = testApp();

const QUESTION = 'Warum kam keine E-Mail?';

/** A member who comes to an event, and what the member's page shows different users. */
async function setting(values: { date?: string } = {}) {
  const { organization } = await app.make.club();
  const user = await app.make.userOf(organization);
  const event = await app.make.event(organization, { name: 'Training', max: 5, ...values });
  await app.make.registration(event, { uuid: user.member });
  const tell = async (kind: string) => {
    await insertRows(app.db, 'notifications', {
      organization_uuid: organization.uuid,
      user_uuid: user.uuid,
      member_uuid: user.member,
      event_uuid: event.uuid,
      kind,
      dedupe: crypto.randomUUID(),
    });
    await app.work();
  };
  const readBy = async (permissions: Parameters<typeof app.make.userOf>[1]) => {
    const reader = await app.make.userOf(organization, permissions);
    return (await (await app.as(reader, organization)).get(`/app/members/${user.member}`)).page;
  };
  return { organization, user, tell, readBy };
}

it('those who look after members read why a mail did not come, and nobody else (N13)', async () => {
  const { tell, readBy } = await setting();
  await tell('promoted');
  expect(await readBy(['EDIT_MEMBERS'])).not.toContain(QUESTION);
  await tell('answer_missing');
  const sentence = 'Erinnerung: Antwort fehlt (Training). Die Antwort war schon da.';
  for (const permission of ['EDIT_MEMBERS', 'ORGANIZATION_ADMIN'] as const) {
    const page = await readBy([permission]);
    expect(page, permission).toContain(QUESTION);
    expect(page, permission).toContain(sentence);
  }
  for (const permissions of [[], ['EDIT_EVENTS']] as const)
    expect(await readBy([...permissions])).not.toContain('Die Antwort war schon da');
});

it('a past event, a blocked address, an unsubscription and leaving are told apart (N13)', async () => {
  const over = await setting({ date: '2020-03-01' });
  await over.tell('event_changed');
  expect(await over.readBy(['EDIT_MEMBERS'])).toContain('Die Veranstaltung war schon vorbei.');

  const refused = await setting();
  await refuseAddress(app, refused.user.email);
  await refused.tell('event_soon');
  expect(await refused.readBy(['EDIT_MEMBERS'])).toContain('Der Mailserver nimmt unter dieser');

  const ended = await setting();
  const choice = { organization_uuid: ended.organization.uuid, user_uuid: ended.user.uuid };
  await insertRows(app.db, 'notification_settings', {
    ...choice,
    topic: 'event_cancelled',
    way: 'off',
  });
  await ended.tell('event_cancelled');
  expect(await ended.readBy(['EDIT_MEMBERS'])).toContain('in den Einstellungen abbestellt');

  const changed = await setting();
  await changed.tell('removed');
  expect(await changed.readBy(['EDIT_MEMBERS'])).toContain('hatte sich erledigt');
});
