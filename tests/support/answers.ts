import type { TestApp } from './app';

/** A limited event with one thing to do: answer it. */
interface Details {
  /** Absent for an open event. */
  max?: number;
  /** Columns of the event by name, as SQL writes their values: `now() + interval '1 hour'`. */
  set?: Record<string, string>;
}

/**
 * A club with an event, two of its members who are users, one who may edit events, and one without a
 * user.
 */
export async function answerSetting(app: TestApp, { max, set = {} }: Details = {}) {
  const organization = await app.make.organization();
  const user = await app.make.userOf(organization);
  const other = await app.make.userOf(organization);
  const leader = await app.make.userOf(organization, ['EDIT_EVENTS']);
  const event = await app.make.event(organization, {
    name: 'Zeltlager',
    date: '2030-03-05',
    max,
  });
  await setEvent(app, event, set);
  return {
    organization,
    event,
    user,
    other,
    leader,
    member: { uuid: user.member },
    silent: await app.make.member(organization, { firstName: 'Ole', lastName: 'Ohnekonto' }),
    person: await app.as(user, organization),
    another: await app.as(other, organization),
    editor: await app.as(leader, organization),
    /** Where the answer is given. */
    answer: `/event/${event.uuid}/answer`,
    dialog: (path: string) => `/app/events/${event.uuid}/${path}`,
  };
}

/** Sets columns of an event to SQL expressions. */
export async function setEvent(
  app: TestApp,
  event: { uuid: string },
  set: Record<string, string>,
): Promise<void> {
  const columns = Object.entries(set).map(([column, value]) => `${column} = ${value}`);
  if (columns.length > 0)
    await app.pool.query(`update events set ${columns.join(', ')} where uuid = $1`, [event.uuid]);
}

/** Every answer to an event, as 'yes 2 note', by member; and what the event counts. */
export async function answersTo(app: TestApp, event: { uuid: string }) {
  const { rows } = await app.pool.query<{ member: string; answer: string }>(
    `select member_uuid as member, concat_ws(' ', answer,
         case when answer <> 'no' then places end, nullif(note, '')) as answer
       from answers where event_uuid = $1`,
    [event.uuid],
  );
  const answers: Record<string, string> = {};
  for (const { member, answer } of rows) {
    if (answers[member]) throw new Error(`two answers: ${answers[member]}, ${answer}`);
    answers[member] = answer;
  }
  const counted = await app.db
    .selectFrom('events')
    .select(['registered_participants as taken', 'waiting'])
    .where('uuid', '=', event.uuid)
    .executeTakeFirstOrThrow();
  return { answers, ...counted };
}

/** One member's answer to an event; undefined without one. */
export async function answerOf(app: TestApp, event: { uuid: string }, member: string) {
  return (await answersTo(app, event)).answers[member];
}
