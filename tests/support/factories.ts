import { type Insertable, sql } from 'kysely';
import type { Database } from '#db/connection';
import type { DB } from '#db/schema.generated';
import { PERMISSIONS, type Permission } from '~/kernel/actor';
import { newSecret } from '~/kernel/secret.server';
import type { Passwords, Tables } from '~/kernel/services.server';
import { changeRows, insertRow, insertRows } from './rows';

/** The password of every user in the tests. */
export const PASSWORD = 'Geheim-und-lang';

/** bcrypt's cost and PBKDF2's rounds in tests: right, and done at once. */
export const QUICK_HASHES = { cost: 4, rounds: 10 };

/** For tests without password log-ins. */
export const NO_PASSWORDS: Passwords = {
  hasRoom: () => true,
  hash: async () => '$2b$04$hash',
  verify: async () => false,
  guesses: async () => Number.POSITIVE_INFINITY,
  inTurn: (_network, work) => work(QUICK_HASHES.rounds),
};

/** For tests without tables. */
export const NO_TABLES: Tables = {
  read: () => Promise.reject(new Error('no tables here')),
  write: () => Promise.reject(new Error('no tables here')),
};

/**
 * Inserts rows directly into the database. Names and addresses are unique, so that tests can share
 * a database.
 */
export class Factories {
  #count = 0;
  #hash: Promise<string> | undefined;

  constructor(
    private readonly db: Database,
    private readonly passwords: Passwords,
  ) {}

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** Creates a user, confirmed by default. */
  async user(
    fields: {
      firstName?: string;
      lastName?: string;
      email?: string;
      activated?: boolean;
      admin?: boolean;
    } = {},
  ) {
    const number = this.#next();
    this.#hash ??= this.passwords.hash(PASSWORD);
    const {
      firstName = 'Anna',
      lastName = `Nutzer${number}`,
      activated = true,
      admin = false,
    } = fields;
    const email = fields.email ?? `user${number}@verein.example`;
    const uuid = await insertRow(this.db, 'users', {
      first_name: firstName,
      last_name: lastName,
      email,
      activated,
      admin,
      password_hash: await this.#hash,
    });
    return { uuid, email, firstName, lastName };
  }

  /** Creates a session. @returns its token: a browser's cookie, or an app's `sessionId` */
  async session(
    user: { uuid: string },
    organization?: { uuid: string },
    kind: 'browser' | 'mobile' = 'browser',
  ): Promise<string> {
    const [token = ''] = await this.sessions([user], organization, kind);
    return token;
  }

  /** The same for each of these users. */
  async sessions(
    users: ReadonlyArray<{ uuid: string }>,
    organization?: { uuid: string },
    kind: 'browser' | 'mobile' = 'browser',
  ): Promise<string[]> {
    const made = users.map(({ uuid }) => ({ uuid, ...newSecret() }));
    await insertRows(
      this.db,
      'sessions',
      made.map(({ uuid, hash }) => ({
        token_hash: hash,
        user_uuid: uuid,
        kind,
        active_organization: organization?.uuid ?? null,
        // Nobody gets in without a code where there is a second factor.
        code_proved_at: sql`(
          select now() from totp where user_uuid = ${uuid} and confirmed_at is not null)`,
        valid_until: sql`now() + interval '30 days'`,
      })),
    );
    return made.map(({ secret }) => secret);
  }

  async organization(fields: { name?: string; motd?: string } = {}) {
    const { name = `Verein ${this.#next()}`, motd = '' } = fields;
    return this.db
      .insertInto('organizations')
      .values({ name, motd })
      .returning(['uuid', 'name', 'motd'])
      .executeTakeFirstOrThrow();
  }

  /** Adds a user to an organisation with these permissions. */
  async belongs(
    user: { uuid: string },
    organization: { uuid: string },
    ...permissions: Permission[]
  ) {
    const both = { organization_uuid: organization.uuid, user_uuid: user.uuid };
    await insertRows(this.db, 'organization_users', both);
    if (permissions.length === 0) return;
    await insertRows(
      this.db,
      'permissions',
      permissions.map((permission) => ({ ...both, permission })),
    );
  }

  /** Creates a user of the organisation with these permissions and, by default, a linked member. */
  async userOf(
    organization: { uuid: string },
    permissions: readonly Permission[] = [],
    { linked = true } = {},
  ) {
    const user = await this.user();
    await this.belongs(user, organization, ...permissions);
    const member = linked ? await this.member(organization, { ...user, user }) : null;
    return { ...user, member: member?.uuid ?? '' };
  }

  /** Creates a club with an admin who has every permission. */
  async club(fields: { name?: string; motd?: string } = {}) {
    const organization = await this.organization(fields);
    const admin = await this.userOf(organization, PERMISSIONS);
    return { organization, admin };
  }

  async member(
    organization: { uuid: string },
    fields: {
      firstName?: string;
      lastName?: string;
      identifier?: string;
      user?: { uuid: string };
    } = {},
  ) {
    const {
      firstName = 'Max',
      lastName = `Mitglied${this.#next()}`,
      identifier = '',
      user,
    } = fields;
    const uuid = await insertRow(this.db, 'members', {
      organization_uuid: organization.uuid,
      first_name: firstName,
      last_name: lastName,
      custom_member_identifier: identifier,
      user_uuid: user?.uuid ?? null,
    });
    return { uuid, firstName, lastName };
  }

  /**
   * Creates an event, limited if it has a maximum.
   * @param fields date as 'YYYY-MM-DD'
   * @param more columns
   */
  async event(
    organization: { uuid: string },
    fields: { name?: string; date?: string; max?: number } = {},
    more: Partial<Insertable<DB['events']>> = {},
  ) {
    const { name = `Fest ${this.#next()}`, date = '2030-06-15', max } = fields;
    const uuid = await insertRow(this.db, 'events', {
      organization_uuid: organization.uuid,
      name,
      date,
      event_type: max === undefined ? 'OPEN_EVENT' : 'LIMITED_EVENT',
      max_participants: max ?? 0,
      ...more,
    });
    return { uuid, name, date, organization: organization.uuid };
  }

  /** A group to which these members belong. */
  async group(
    organization: { uuid: string },
    members: ReadonlyArray<{ uuid: string }> = [],
    more: Partial<Insertable<DB['groups']>> = {},
  ) {
    const group = await this.db
      .insertInto('groups')
      .values({ organization_uuid: organization.uuid, name: `Gruppe ${this.#next()}`, ...more })
      .returning(['uuid', 'name'])
      .executeTakeFirstOrThrow();
    const both = { organization_uuid: organization.uuid, group_uuid: group.uuid };
    if (members.length > 0)
      await insertRows(
        this.db,
        'group_members',
        members.map(({ uuid }) => ({ ...both, member_uuid: uuid })),
      );
    return { ...group, organization: organization.uuid };
  }

  async joins(
    user: { member: string },
    group: { uuid: string; organization: string },
    { leader = false } = {},
  ) {
    await insertRows(this.db, 'group_members', {
      organization_uuid: group.organization,
      group_uuid: group.uuid,
      member_uuid: user.member,
      leader,
    });
  }

  async leads(user: { member: string }, group: { uuid: string; organization: string }) {
    await this.joins(user, group, { leader: true });
  }

  async forGroups(event: { uuid: string }, groups: ReadonlyArray<{ uuid: string }>) {
    await changeRows(this.db, 'events', event.uuid, {
      groups: groups.map(({ uuid }) => uuid).sort(),
    });
  }

  /** A series without dates, that plans none. */
  async series(organization: { uuid: string }) {
    return this.db
      .insertInto('series')
      .values({
        organization_uuid: organization.uuid,
        rule: 'FREQ=WEEKLY',
        starts_on: '2030-01-01',
        template: '{}',
      })
      .returning('uuid')
      .executeTakeFirstOrThrow();
  }

  async registration(event: { uuid: string; organization: string }, member: { uuid: string }) {
    await this.#answered('yes', event, member);
  }

  /** A member's no. */
  async decline(
    event: { uuid: string; organization: string },
    member: { uuid: string },
    fields: { note?: string } = {},
  ) {
    await this.#answered('no', event, member, fields);
  }

  /** Puts a member on the waiting list of a full event. */
  async waiting(
    event: { uuid: string; organization: string },
    member: { uuid: string },
    fields: { places?: number; note?: string } = {},
  ) {
    await this.#answered('waiting', event, member, fields);
  }

  /** A member was there. */
  async attended(event: { uuid: string; organization: string }, member: { uuid: string }) {
    await insertRows(this.db, 'participations', {
      event_uuid: event.uuid,
      member_uuid: member.uuid,
      organization_uuid: event.organization,
    });
  }

  async #answered(
    answer: 'yes' | 'no' | 'waiting',
    event: { uuid: string; organization: string },
    member: { uuid: string },
    fields: { places?: number; note?: string } = {},
  ) {
    await insertRows(this.db, 'answers', {
      answer,
      event_uuid: event.uuid,
      member_uuid: member.uuid,
      organization_uuid: event.organization,
      ...fields,
    });
  }

  async poll(
    event: { uuid: string; organization: string },
    fields: { name?: string; options?: string[]; closed?: boolean } = {},
  ) {
    const { name = `Umfrage ${this.#next()}`, options = ['Ja', 'Nein'], closed = false } = fields;
    const uuid = await insertRow(this.db, 'polls', {
      organization_uuid: event.organization,
      event_uuid: event.uuid,
      name,
      closed,
    });
    const rows = await this.db
      .insertInto('poll_options')
      .values(
        options.map((option, index) => ({
          organization_uuid: event.organization,
          poll_uuid: uuid,
          index,
          name: option,
        })),
      )
      .returning(['uuid', 'name', 'index'])
      .execute();
    return { uuid, name, event: event.uuid, organization: event.organization, options: rows };
  }

  /** A member's answer to a poll. @param option the index of the one chosen */
  async answer(
    poll: { uuid: string; organization: string; options: Array<{ uuid: string }> },
    member: { uuid: string },
    option = 0,
  ) {
    await insertRows(this.db, 'poll_answers', {
      organization_uuid: poll.organization,
      poll_uuid: poll.uuid,
      member_uuid: member.uuid,
      option_uuid: poll.options[option]?.uuid ?? '',
    });
  }
}
