import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/schema.generated';
import type { Factories } from './factories';
import { deleteRows, insertRows } from './rows';

/**
 * Fills whatever an event and its answers can hold: every detail, each answer, a member who moved
 * up and was told, an event that asks who comes and one that is cancelled.
 * @returns the event with a member on its waiting list, and the member with its only place
 */
export async function insertEveryAnswer(
  db: Kysely<DB>,
  make: Factories,
  organization: { uuid: string },
) {
  const event = await make.event(organization, { max: 1 });
  const [asking, cancelled] = [await make.event(organization), await make.event(organization)];
  const people = [];
  for (let count = 0; count < 4; count++) people.push(await make.userOf(organization));
  const [left = '', moved = '', waiting = '', declining = ''] = people.map(({ member }) => member);
  await make.registration(event, { uuid: left });
  for (const member of [moved, waiting])
    await insertRows(db, 'answers', {
      answer: 'waiting',
      event_uuid: event.uuid,
      member_uuid: member,
      organization_uuid: organization.uuid,
      note: 'Bringe "Salat" mit\n\\',
      acted_by: people[0]?.uuid ?? null,
    });
  await deleteRows(db, 'answers', { answer: 'yes', member_uuid: left });
  await insertRows(db, 'answers', {
    answer: 'no',
    event_uuid: event.uuid,
    member_uuid: declining,
    organization_uuid: organization.uuid,
    note: 'krank',
  });
  await sql`update events set start_time = '23:59', end_time = '00:30', end_date = date + 1,
    place = 'Größe 2', description = ${'Zeile 1\n\\'}, sign_up_until = now(), sign_off_until = now(),
    companions = 9, promotion_hours = 0 where uuid = ${event.uuid}`.execute(db);
  await sql`update events set asks_answer = true where uuid = ${asking.uuid}`.execute(db);
  await sql`insert into answers (answer, event_uuid, member_uuid, organization_uuid, places)
    values ('yes', ${asking.uuid}, ${moved}, ${organization.uuid}, 10)`.execute(db);
  await sql`update events set cancelled_at = now(), cancel_reason = 'Regen'
    where uuid = ${cancelled.uuid}`.execute(db);
  return { event, waiting };
}
