import type { TestApp } from './app';

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
  await app.db
    .updateTable('events')
    .set({ cancelled_at: new Date() })
    .where('uuid', '=', cancelled.uuid)
    .execute();
  const poll = await make.poll(event);
  const closed = await make.poll(event, { closed: true });
  const answered = await make.poll(event);
  const [option] = answered.options;
  await browser.call('PUT', `/event/poll/${answered.uuid}/${option?.uuid}`);
  const code = (await browser.call('POST', `/organization/invitation/${invited.uuid}`)).json
    .code as string;
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
    poll,
    closed,
    answered,
    code,
    unconfirmed,
    guest,
    ids,
    polls,
  };
}

export type NoticesClub = Awaited<ReturnType<typeof makeNoticesClub>>;
