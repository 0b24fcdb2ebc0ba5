import { PERMISSIONS } from '~/kernel/actor';
import { newSecret } from '~/kernel/secret.server';
import type { TestApp } from './app';

/** A club with something on every screen, and a session of its admin. */
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
  await make.event(organization, { name: 'Winterwanderung', date: '2020-01-05' });
  const poll = await make.poll(open, { name: 'Was bringst du mit?', options: ['Kuchen', 'Salat'] });
  const closed = await make.poll(open, { name: 'Musik', options: ['DJ', 'Kapelle'], closed: true });
  const { secret, hash } = newSecret();
  const invited = await make.member(await make.organization({ name: 'Liederkranz' }));
  const { organization_uuid } = await app.db
    .selectFrom('members')
    .select('organization_uuid')
    .where('uuid', '=', invited.uuid)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('invitations')
    .values({ member_uuid: invited.uuid, organization_uuid, code_hash: hash })
    .execute();
  const token = await make.session(admin, organization);
  return { organization, admin, plain, member, open, limited, full, poll, closed, token, invitation: secret };
}

export type Club = Awaited<ReturnType<typeof makeClub>>;

interface Screen {
  readonly path: string;
  /** Whether it is for people who are not logged in. */
  readonly open?: boolean;
}

/** Every screen and dialog of the product, with the ids of this club. */
export function everyScreen({
  admin,
  plain,
  member,
  open,
  limited,
  full,
  poll,
  closed,
  invitation,
}: Club): Screen[] {
  const outside = [
    '/app/login',
    '/app/auth/register',
    '/app/auth/register/confirmation',
    '/app/auth/register/confirmation?again',
    '/app/auth/verify/unknown',
    '/app/auth/password-reset',
    '/app/auth/password-reset?sent',
    '/app/auth/password-reset/some-code',
    '/app/auth/password-reset/done?done',
    '/app/imprint',
    '/app/privacy',
  ].map((path) => ({ path, open: true }));
  const inside = [
    '/app/',
    '/app/events',
    '/app/events/new',
    `/app/events/${limited.uuid}/edit`,
    `/app/events/${open.uuid}/delete`,
    `/app/events/${limited.uuid}/registration`,
    `/app/events/${full.uuid}/participants`,
    `/app/events/${open.uuid}/polls`,
    `/app/events/${limited.uuid}/polls`,
    `/app/events/${open.uuid}/polls/new`,
    `/app/events/${open.uuid}/polls/${poll.uuid}`,
    `/app/events/${open.uuid}/polls/${closed.uuid}`,
    `/app/events/${open.uuid}/polls/${poll.uuid}/delete`,
    `/app/events/${open.uuid}/polls/${poll.uuid}/edit/`,
    `/app/events/${open.uuid}/polls/${closed.uuid}/edit/`,
    '/app/members',
    '/app/members?q=schön',
    '/app/members?q=niemand',
    '/app/members/new',
    `/app/members/${member.uuid}`,
    `/app/members/${member.uuid}/edit`,
    `/app/members/${member.uuid}/delete`,
    `/app/invite/${invitation}`,
    '/app/invite/unknown',
    '/app/admin/organization',
    '/app/admin/organization/delete',
    '/app/admin/permissions',
    `/app/admin/permissions/${plain.uuid}`,
    `/app/admin/permissions/${plain.uuid}/remove`,
    `/app/admin/permissions/${admin.uuid}`,
    '/app/admin/log',
    '/app/admin/log?q=nichts',
    '/app/account',
    '/app/organizations/new',
    '/app/nowhere',
  ].map((path) => ({ path }));
  return [...outside, ...inside];
}
