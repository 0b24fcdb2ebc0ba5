import type { TestApp } from './app';
import { inDays } from './events';
import { changeRows, insertRow } from './rows';
import { makeBreak, makeSeries } from './series';

/** A club with something for every form and screen to fail on, and the browsers of its people. */
export async function makeNoticesClub(app: TestApp) {
  const { make } = app;
  const { organization, admin } = await make.club({ name: 'TSV Störung' });
  await make.belongs(admin, await make.organization({ name: 'Zweitverein' }), 'ORGANIZATION_ADMIN');
  const browser = await app.as(admin, organization);
  const user = await make.userOf(organization, ['ORGANIZATION_ADMIN']);
  const member = await make.member(organization);
  const invited = await make.member(organization);
  const event = await make.event(organization, { max: 5 });
  const left = await make.event(organization, { max: 5 });
  await make.registration(left, { uuid: admin.member });
  const cancelled = await make.event(organization);
  await changeRows(app.db, 'events', cancelled.uuid, { cancelled_at: new Date() });
  const waits = await make.member(organization);
  const full = await make.event(organization, { max: 0 });
  await make.waiting(full, waits);
  // So late that free places are not given away automatically.
  const late = await make.event(organization, { date: inDays(1), max: 0 });
  await make.waiting(late, waits);
  await changeRows(app.db, 'events', late.uuid, { promotion_hours: 168, max_participants: 1 });
  const absence = await insertRow(app.db, 'absences', {
    organization_uuid: organization.uuid,
    member_uuid: admin.member,
    from_date: '2040-08-01',
    until_date: '2040-08-14',
  });
  const poll = await make.poll(event);
  const closed = await make.poll(event, { closed: true });
  const answered = await make.poll(event);
  const [option] = answered.options;
  await browser.call('PUT', `/event/poll/${answered.uuid}/${option?.uuid}`);
  const code = (await browser.call('POST', `/organization/invitation/${invited.uuid}`)).json
    .code as string;
  const series = await makeSeries(app, organization);
  const group = await make.group(organization, [member], { name: 'Damen' });
  const pause = await makeBreak(app, organization);
  const unconfirmed = await make.user({ activated: false });
  await make.session(admin, organization);
  const { uuid: session } = await app.db
    .selectFrom('sessions')
    .select('uuid')
    .where('user_uuid', '=', admin.uuid)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const guest = await app.as(await make.user());
  const ids = { option: option?.uuid ?? '', open: poll.options[0]?.uuid ?? '', session };
  const { uuid: polls } = event;
  return {
    organization,
    admin,
    browser,
    user,
    member,
    invited,
    event,
    left,
    cancelled,
    full,
    late,
    waits,
    absence,
    poll,
    closed,
    answered,
    code,
    unconfirmed,
    pause,
    group,
    series,
    guest,
    ids,
    polls,
  };
}

export type NoticesClub = Awaited<ReturnType<typeof makeNoticesClub>>;
