import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { remindOpen } from '~/features/answers/queries/reminding.server';
import { retime } from '~/features/notifications/deciding.server';
import { notifyOfMessage } from '~/features/outbox/queries.server';
import { choose } from '../support/outbox-lab';
import { changeRows } from '../support/rows';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab();

/** An event that takes answers, an editor and two who have given none. */
async function asking() {
  const { organization, admin } = await lab.make.club();
  const event = await lab.make.event(organization, { max: 1 });
  const one = await lab.make.userOf(organization);
  const two = await lab.make.userOf(organization);
  return { organization, admin, event, one, two };
}

it('each receiver gets a message once, even those who want no mail about it (N11, N14)', async () => {
  const { db } = lab;
  const { organization, one, two } = await asking();
  const other = await lab.make.club();
  await choose(db, organization, one, 'message', 'off');
  const { uuid } = await db
    .insertInto('messages')
    .values({
      organization_uuid: organization.uuid,
      audience: ['all'],
      subject: 'Sommerfest',
      body: 'Bringt Kuchen mit.',
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  const members = db
    .selectFrom('members')
    .select('uuid as member_uuid')
    .where('uuid', 'in', [one.member, two.member, other.admin.member]);
  const message = { uuid, organization: organization.uuid };
  expect(await notifyOfMessage(db, message, members)).toBe(2);
  expect(await notifyOfMessage(db, message, members)).toBe(0);
});

it('changed settings have what waits for a digest decided again, for this user only (N9)', async () => {
  const { db } = lab;
  const { organization, admin, event, one, two } = await asking();
  await remindOpen(db, admin, event);
  const later = new Date(Date.now() + 3_600_000);
  await changeRows(
    db,
    'notifications',
    { event_uuid: event.uuid },
    { way: 'digest', due_at: later },
  );
  const waiting = async () =>
    db
      .selectFrom('notifications')
      .select('user_uuid')
      .where('event_uuid', '=', event.uuid)
      .where('way', '=', 'digest')
      .where('due_at', '>', sql<Date>`now()`)
      .execute();
  await retime(db, { user: one.uuid, organization: organization.uuid });
  expect(await waiting()).toEqual([{ user_uuid: two.uuid }]);
  await retime(db, { organization: organization.uuid });
  expect(await waiting()).toEqual([]);
});
