import { sql } from 'kysely';
import { PERMISSIONS } from '~/kernel/actor';
import { newSecret } from '~/kernel/secret.server';
import type { TestApp } from './app';
import { inDays } from './events';

/** The people of the screens: what they may do, and what they lack. */
export type Who =
  | 'nobody'
  | 'a member'
  | 'an editor of events'
  | 'an editor of members'
  | 'an admin'
  | 'an admin who edits'
  | 'somebody without a member'
  | 'somebody without a club'
  | 'somebody with two clubs';

/** Everything about an event that the specification does not have. */
const EVERY_FIELD = {
  start_time: '18:00',
  end_time: '20:30',
  place: 'Sportheim',
  description: 'Bitte Turnschuhe mitbringen.\nMehr: https://verein.example/fest',
  companions: 3,
  coming_visible: 'members',
} as const;

/** The people and events of the table that walks the specification. */
export async function makeSpecClub(app: TestApp) {
  const { make, db } = app;
  const organization = await make.organization({
    name: 'TSV Beispiel',
    motd: 'Erste Zeile\n\nDritte Zeile',
  });
  const other = await make.organization({ name: 'Chor Nebenan' });
  const admin = await make.userOf(organization, ['ORGANIZATION_ADMIN']);
  const both = await make.userOf(organization, PERMISSIONS);
  const people = {
    'a member': await make.userOf(organization),
    'an editor of events': await make.userOf(organization, ['EDIT_EVENTS']),
    'an editor of members': await make.userOf(organization, ['EDIT_MEMBERS']),
    'an admin': admin,
    'an admin who edits': both,
    'somebody without a member': await make.userOf(organization, [], { linked: false }),
    'somebody without a club': { ...(await make.user()), member: '' },
    'somebody with two clubs': await make.userOf(organization),
  };
  await make.belongs(people['somebody with two clubs'], other);
  const limited = (name: string, date: string, max: number, more = {}) =>
    make.event(organization, { name, date, max }, more);

  return {
    app,
    organization,
    other,
    people,
    /** A new session, of an hour ago. @returns '' for nobody */
    async sessionOf(who: Who): Promise<string> {
      if (who === 'nobody') return '';
      const user = people[who];
      const home = who === 'somebody without a club' ? undefined : organization;
      const token = await make.session(user, home);
      await db
        .updateTable('sessions')
        .set({
          created_at: sql`now() - interval '1 hour'`,
          authenticated_at: sql`now() - interval '1 hour'`,
        })
        .where('user_uuid', '=', user.uuid)
        .execute();
      return token;
    },
    limited,
    /** A limited event, with this many places taken. */
    async taken(name: string, max: number, registered: number, date = inDays(40), more = {}) {
      const event = await limited(name, date, max, more);
      for (let count = 0; count < registered; count++)
        await make.registration(event, await make.member(organization));
      return event;
    },
    everyField: (date: string) => ({
      ...EVERY_FIELD,
      end_date: dayAfter(date),
      sign_up_until: new Date(`${inDays(20)}T12:00:00Z`),
      sign_off_until: new Date(`${inDays(20)}T12:00:00Z`),
    }),
    async dateOfSeries(name: string, date: string, max: number) {
      const { uuid } = await make.series(organization);
      return limited(name, date, max, { series_uuid: uuid, series_date: date });
    },
    /** A member without a user, with an invitation. @returns the code */
    async invited(fields: { firstName?: string; lastName?: string } = {}, of = organization) {
      const member = await make.member(of, fields);
      const { secret, hash } = newSecret();
      await db
        .insertInto('invitations')
        .values({ member_uuid: member.uuid, organization_uuid: of.uuid, code_hash: hash })
        .execute();
      return { member, code: secret };
    },
  };
}

export type SpecClub = Awaited<ReturnType<typeof makeSpecClub>>;

const dayAfter = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
