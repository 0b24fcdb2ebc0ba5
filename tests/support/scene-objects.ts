import { newSecret } from '~/kernel/secret.server';
import type { Scene } from './roles';
import { changeRows, insertRow, insertRows } from './rows';
import { makeSeries } from './series';

type Place = Pick<Scene, 'app'> & { organization: { uuid: string } };

/** Another user of the organisation, with a linked member and EDIT_EVENTS. */
export function otherUser({ app, organization }: Scene) {
  return app.make.userOf(organization, ['EDIT_EVENTS']);
}

export function someMember({ app, organization }: Scene) {
  return app.make.member(organization);
}

/** For whom the events of a scene are, as a column and as the calls take it. */
export const forItsGroup = ({ group }: Scene) => (group ? { groups: [group.uuid] } : {});

const makeEvent = (scene: Scene, fields: { date?: string; max: number }) =>
  scene.app.make.event(scene.organization, fields, forItsGroup(scene));

export function someEvent(scene: Scene) {
  return makeEvent(scene, { max: 5 });
}

export function someSeries(scene: Scene) {
  return makeSeries(scene.app, scene.organization, { event: forItsGroup(scene) });
}

/** A group with a member, as a call reads it. */
export async function someGroup({ app, organization, group }: Scene) {
  const { uuid, name } =
    group ?? (await app.make.group(organization, [await app.make.member(organization)]));
  return { uuid, organization: organization.uuid, name };
}

/** An import of one new member: judged, or as it is in another state. */
export async function someImport({ app, organization }: Place, state = 'judged') {
  const uuid = await insertRow(app.db, 'imports', {
    organization_uuid: organization.uuid,
    file_name: 'mitglieder.csv',
    headings: ['Nachname', 'Vorname'],
    fields: ['lastName', 'firstName'],
    state,
  });
  await insertRows(app.db, 'import_rows', {
    import_uuid: uuid,
    organization_uuid: organization.uuid,
    line: 2,
    cells: ['Neu', 'Nora'],
    verdict: 'new',
    choice: 'create',
    given: JSON.stringify({ lastName: 'Neu', firstName: 'Nora' }),
  });
  return uuid;
}

/** A group, and a member who belongs to it. */
export async function someMembership({ app, organization, group, admin }: Scene) {
  const { uuid } = group ?? (await app.make.group(organization, [{ uuid: admin.member }]));
  return { group: uuid, member: admin.member };
}

/** A series that the actor's member, if any, has opted out of. */
export async function optedOutSeries(scene: Scene): Promise<string> {
  const { app, organization } = scene;
  const { uuid } = await someSeries(scene);
  const member = await ownMember(scene);
  if (member)
    await insertRows(app.db, 'series_opt_outs', {
      organization_uuid: organization.uuid,
      series_uuid: uuid,
      member_uuid: member.uuid,
    });
  return uuid;
}

/** The member of the organisation that is linked to the actor, if there is one. */
export function ownMember({ app, organization, actor }: Scene) {
  return app.db
    .selectFrom('members')
    .select('uuid')
    .where('user_uuid', '=', actor.uuid)
    .where('organization_uuid', '=', organization.uuid)
    .executeTakeFirst();
}

/** An absence of the actor's member, or of somebody else's if they have none. */
export async function ownAbsence(scene: Scene) {
  const member = (await ownMember(scene)) ?? (await someMember(scene));
  const { uuid } = await scene.app.db
    .insertInto('absences')
    .values({
      organization_uuid: scene.organization.uuid,
      member_uuid: member.uuid,
      from_date: '2040-08-01',
      until_date: '2040-08-14',
    })
    .onConflict((same) =>
      same.columns(['member_uuid', 'from_date', 'until_date']).doUpdateSet({ left_open: [] }),
    )
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}

/**
 * A message to the whole organisation that the actor has received, as far as they can; to a group in
 * use there, one that they have not.
 */
export async function someMessage(scene: Scene) {
  const { group } = scene;
  const { db } = scene.app;
  const uuid = await insertRow(db, 'messages', {
    organization_uuid: scene.organization.uuid,
    sender_uuid: scene.admin.uuid,
    audience: group ? ['group', group.name] : ['all'],
    group_uuid: group?.uuid ?? null,
    subject: 'Sommerfest',
    body: 'Bitte bringt Stühle mit.',
    count: 1,
    distributed_at: new Date(),
  });
  const own = await ownMember(scene);
  if (own && !group)
    await insertRows(db, 'notifications', {
      organization_uuid: scene.organization.uuid,
      user_uuid: scene.actor.uuid,
      member_uuid: own.uuid,
      message_uuid: uuid,
      kind: 'message',
      dedupe: `message:${uuid}`,
      sent_at: new Date(),
    });
  return uuid;
}

/** An event that the actor is registered for, as far as they can be. */
export async function ownEvent(scene: Scene) {
  const event = await someEvent(scene);
  const own = await ownMember(scene);
  if (own) await scene.app.make.registration(event, own);
  return event;
}

/** An event whose waiting list the actor is on, as far as they can be. */
export async function awaitedEvent(scene: Scene) {
  const event = await makeEvent(scene, { max: 0 });
  const own = await ownMember(scene);
  if (own) await scene.app.make.waiting(event, own);
  return event;
}

export async function cancelledEvent(scene: Scene) {
  const event = await someEvent(scene);
  await changeRows(scene.app.db, 'events', event.uuid, { cancelled_at: new Date() });
  return event;
}

/**
 * A member on the waiting list of an event that has a free place: so late, it is given to the
 * member who takes it.
 */
export async function someoneWaiting(scene: Scene) {
  const { app, organization } = scene;
  const [{ today }] = (await app.pool.query('select (current_date + 1)::text as today')).rows;
  const event = await makeEvent(scene, { date: today, max: 0 });
  const member = await app.make.member(organization);
  await app.make.waiting(event, member);
  await app.pool.query(
    'update events set max_participants = 1, promotion_hours = 168 where uuid = $1',
    [event.uuid],
  );
  return { event: event.uuid, member: member.uuid };
}

export async function somePoll(scene: Scene, fields: { closed?: boolean } = {}) {
  return scene.app.make.poll(await someEvent(scene), fields);
}

/** Answers a poll with its first option. @returns the id of the option */
export async function answered(
  { app, organization }: Scene,
  poll: Awaited<ReturnType<typeof somePoll>>,
  member: string,
): Promise<string> {
  const option = poll.options[0]?.uuid ?? '';
  await insertRows(app.db, 'poll_answers', {
    organization_uuid: organization.uuid,
    poll_uuid: poll.uuid,
    option_uuid: option,
    member_uuid: member,
  });
  return option;
}

/** Creates an open invitation to this member. @returns its code */
export async function invitation(
  { app, organization }: Place,
  member: { uuid: string },
): Promise<string> {
  const { secret, hash } = newSecret();
  await insertRows(app.db, 'invitations', {
    member_uuid: member.uuid,
    organization_uuid: organization.uuid,
    code_hash: hash,
  });
  return secret;
}

export async function mailedCode(
  { db }: Scene['app'],
  user: { uuid: string },
  purpose: 'activation' | 'password',
): Promise<string> {
  const { secret, hash } = newSecret();
  await insertRows(db, 'codes', {
    code_hash: hash,
    purpose,
    user_uuid: user.uuid,
    expires_at: new Date(Date.now() + 3_600_000),
  });
  return secret;
}
