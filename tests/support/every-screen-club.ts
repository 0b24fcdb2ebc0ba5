import { insertProof } from '~/features/invitations/queries.server';
import { PERMISSIONS } from '~/kernel/actor';
import { newSecret } from '~/kernel/secret.server';
import { answerLink, unsubscribeLink } from './answer-link';
import type { TestApp } from './app';
import { beginFactor, giveFactor, giveRecoveryCodes } from './authenticator';
import { makeFeed } from './calendars';
import { provedAgo } from './confirmation';
import { inDays } from './events';
import { changeRows, insertRow, insertRows, rowOf } from './rows';
import { makeBreak, makeSeries, weekdayOf } from './series';

/** Creates a club with content for every screen, and a session of its admin. */
export async function makeClub(app: TestApp) {
  const { make } = app;
  const organization = await make.organization({
    name: 'Turn- und Sportverein Donaudampfschifffahrt Obereidelberg 1897 e. V.',
    motd: 'Training fällt aus.\n\nNächste Woche geht es weiter.',
  });
  const admin = await make.userOf(organization, PERMISSIONS);
  const plain = await make.userOf(organization);
  const member = await make.member(organization, {
    firstName: 'Maximiliane-Friederike',
    lastName: 'von Schönberg-Hohenlohe',
  });
  const open = await make.event(organization, { name: 'Sommerfest', date: '2030-07-01' });
  const limited = await make.event(organization, {
    name: 'Kletterkurs für Fortgeschrittene',
    date: '2030-08-05',
    max: 4,
  });
  await make.registration(limited, { uuid: admin.member });
  const full = await make.event(organization, {
    name: 'Donaudampfschifffahrtsgesellschaftskapitänsversammlung',
    date: '2030-09-30',
    max: 1,
  });
  await make.registration(full, member);
  const awaited = await make.event(organization, { name: 'Kochkurs', date: '2030-10-01', max: 1 });
  await make.registration(awaited, member);
  await make.waiting(awaited, { uuid: admin.member });
  await make.event(organization, { name: 'Winterwanderung', date: '2020-01-05' });
  // With few dates, as each is a similar row, and checking the lists takes time per row.
  const repeated = await makeSeries(app, organization, {
    rule: `FREQ=WEEKLY;INTERVAL=4;BYDAY=${weekdayOf(inDays(7))}`,
    event: { name: 'Training' },
  });
  const group = await make.group(organization, [{ uuid: admin.member }, { uuid: plain.member }], {
    name: 'Donaudampfschifffahrtskapitänsanwärterinnen',
  });
  await insertRows(app.db, 'series_opt_outs', {
    organization_uuid: organization.uuid,
    series_uuid: repeated.uuid,
    member_uuid: member.uuid,
  });
  const cancelled = await make.event(organization, { name: 'Nachtwanderung', date: '2030-10-04' });
  await changeRows(app.db, 'events', cancelled.uuid, {
    cancelled_at: new Date(),
    cancel_reason: 'Sturm',
  });
  const absence = await insertRow(app.db, 'absences', {
    organization_uuid: organization.uuid,
    member_uuid: admin.member,
    from_date: '2030-07-28',
    until_date: '2030-08-14',
  });
  const poll = await make.poll(open, { name: 'Was bringst du mit?', options: ['Kuchen', 'Salat'] });
  const closed = await make.poll(open, { name: 'Musik', options: ['DJ', 'Kapelle'] });
  await make.answer(closed, member);
  await changeRows(app.db, 'polls', closed.uuid, { closed: true });
  await insertRows(app.db, 'audit_log', {
    organization_uuid: organization.uuid,
    actor_uuid: admin.uuid,
    action: 'Veranstaltung „Kletterkurs für Fortgeschrittene“ geändert',
    operation: 'updateEvent',
    request_id: 'r',
  });
  const { secret, hash } = newSecret();
  const invited = await make.member(await make.organization({ name: 'Liederkranz' }));
  const { organization_uuid } = await rowOf(app.db, 'members', invited.uuid, ['organization_uuid']);
  await insertRows(app.db, 'invitations', {
    member_uuid: invited.uuid,
    organization_uuid,
    code_hash: hash,
  });
  const email = 'maximiliane-friederike.von-schoenberg@verein.example';
  const mailed = `/app/invite/${secret}/${await insertProof(app.db, { code: secret, email })}`;
  const links = {
    answer: await answerLink(app, { event: limited, user: plain }, 'yes'),
    full: await answerLink(app, { event: full, user: plain }),
    unsubscription: unsubscribeLink(app, {
      user: plain.uuid,
      organization: organization.uuid,
      topic: 'event_changed',
    }),
    ofGroup: unsubscribeLink(app, {
      user: plain.uuid,
      organization: organization.uuid,
      topic: 'event_new',
      groups: [group.uuid],
    }),
    ofSeries: await answerLink(app, { event: repeated.event, user: plain }, 'optOut'),
  };
  const message = await makeMessage(app, organization, admin);
  const pause = await makeBreak(app, organization);
  const feed = await makeFeed(app, admin, { organization });
  const token = await make.session(admin, organization);
  const tokens = {
    admin: token,
    plain: await make.session(plain, organization),
    newcomer: await make.session(await make.user()),
    founder: await emptyClub(app),
    protected: await protectedAdmin(app),
    system: await make.session(await make.user({ admin: true }), organization),
    asked: await askedAgain(app, organization),
  };
  await beginFactor(app, plain);
  return {
    organization,
    admin,
    plain,
    member,
    open,
    limited,
    full,
    awaited,
    cancelled,
    repeated,
    poll,
    closed,
    group,
    token,
    tokens,
    invitation: secret,
    mailed,
    links,
    feed,
    pause,
    absence,
    message,
  };
}

/** A message to the whole club, about which its admin reads how many it reached. */
async function makeMessage(
  { db }: TestApp,
  organization: { uuid: string },
  sender: { uuid: string },
) {
  return {
    uuid: await insertRow(db, 'messages', {
      organization_uuid: organization.uuid,
      sender_uuid: sender.uuid,
      audience: ['all'],
      subject: 'Einladung zur Donaudampfschifffahrtsgesellschaftsjahreshauptversammlung',
      body: `Am Freitag.\n\nhttps://tsv.example/${'lang'.repeat(30)}`,
      replies: true,
      count: 213,
      distributed_at: new Date(),
    }),
  };
}

/** Creates a new club with only its admin. @returns the admin's session */
async function emptyClub({ make }: TestApp) {
  const organization = await make.organization({ name: 'Neugründung' });
  const admin = await make.user();
  await make.belongs(admin, organization, 'ORGANIZATION_ADMIN');
  return make.session(admin, organization);
}

/** An admin with a second factor, which their club requires. @returns their session */
async function protectedAdmin(app: TestApp) {
  const { make } = app;
  const organization = await make.organization({ name: 'Sparsame Donaudampfschifffahrer' });
  await changeRows(app.db, 'organizations', organization.uuid, {
    admins_need_factor_from: new Date('2030-01-01'),
  });
  const admin = await make.user();
  await make.belongs(admin, organization, 'ORGANIZATION_ADMIN');
  await giveFactor(app, admin);
  await giveRecoveryCodes(app, admin);
  return make.session(admin, organization);
}

export type Club = Awaited<ReturnType<typeof makeClub>>;

/** A user with a second factor who has to confirm their identity next (T2). */
async function askedAgain(app: TestApp, organization: { uuid: string }): Promise<string> {
  const user = await app.make.userOf(organization);
  const token = await app.make.session(user, organization);
  await giveFactor(app, user);
  await provedAgo(app, user, 11);
  return token;
}
