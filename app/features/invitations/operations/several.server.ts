import type { z } from 'zod';
import type { Database } from '#db/connection';
import { recordOfFound } from '~/features/members/queries/found.server';
import { groupsInUse, namedGroups } from '~/features/members/queries.server';
import { toldApart } from '~/features/members/rules/namesakes.server';
import { byName } from '~/features/members/schema';
import { named } from '~/features/members/wording';
import { administer } from '~/features/organizations/policy';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import type { Person, Scope } from '~/kernel/actor';
import { readPage } from '~/kernel/keyset.server';
import { operation } from '~/kernel/operation.server';
import { Problem } from '~/kernel/problem';
import { invitationLink } from '~/paths/invitations';
import { insertInvitations, unlinkedMembers } from '../queries.server';
import { whyNot } from '../rules/budgets.server';
import { mailInvitations } from '../rules/mailing.server';
import { invitableMembers, MOST_AT_ONCE, severalInvitations } from '../schema';
import { NOBODY_CHOSEN } from '../wording';

/** Inviting several members at once (D4). */

export const readInvitableMembers = operation({
  summary: 'Read a page of the members who are linked to nobody, to invite them',
  input: invitableMembers,
  subject: scopeInOrganization,
  may: administer,
  async read({ db, actor, input: { q, group, choose, after, before }, subject }) {
    const { scope } = subject;
    const members = unlinkedMembers(db, scope, q, group).select(recordOfFound(actor).as('record'));
    const part = { after, before, limit: MOST_AT_ONCE };
    const [{ rows, previous, next }, groups] = await Promise.all([
      readPage(members, byName, part),
      namedGroups(db, scope),
    ]);
    return {
      q,
      group: group ?? '',
      groups: groupsInUse(groups),
      members: (await toldApart({ db, actor }, rows)).map(({ record, invitedAt, ...member }) => ({
        uuid: member.uuid,
        firstName: member.firstName,
        lastName: member.lastName,
        ...(member.distinction && { distinction: member.distinction }),
        // The address that the club has.
        email: record.email ?? '',
        invitedAt: invitedAt?.toISOString() ?? null,
        // Ticked from the start.
        chosen: choose === (record.email ? 'mail' : 'link') && invitedAt === null,
      })),
      previous,
      next,
    };
  },
});

/** The result of one row. Neither link nor address is stored. */
export interface Outcome extends Person {
  readonly member: string;
  readonly distinction?: string;
  /** 'linked': the member has been linked to a user in the meantime. */
  readonly done: 'mailed' | 'link' | 'linked';
  /** The address as typed, or ''. */
  readonly email: string;
  /** '' if it was mailed or shown before. */
  readonly link: string;
}

export interface Outcomes {
  readonly results: readonly Outcome[];
  /** Why some members with an address got no mail. */
  readonly unsent: readonly string[];
  /** The addresses, or '', of those who have been deleted in the meantime. */
  readonly gone: readonly string[];
  /** The links' last day, 'YYYY-MM-DD'. */
  readonly validThrough: string;
}

export const inviteSeveral = operation({
  summary: 'Invite several members at once, by mail where there is an address',
  description:
    'For those who get no mail, also for a used up budget, the answer has a link, this once (D4).',
  input: severalInvitations,
  once: (outcomes: Outcomes) => ({
    ...outcomes,
    results: outcomes.results.map((each) => ({ ...each, link: '', email: '' })),
    gone: outcomes.gone.map(() => ''),
  }),
  counts: ({ rows }) => rows.filter(isInvited).length,
  subject: scopeInOrganization,
  may: administer,
  async run({ db, actor, input, subject: { scope }, services, ip }): Promise<Outcomes> {
    const emails = new Map(
      input.rows.filter(isInvited).map(({ member, email = '' }) => [member, email]),
    );
    if (emails.size === 0) throw new Problem(422, 'Niemand ausgewählt', NOBODY_CHOSEN);
    const members = await lockMembers(db, scope, [...emails.keys()]);
    const found = new Set(members.map(({ uuid }) => uuid));
    const gone = [...emails].flatMap(([member, email]) => (found.has(member) ? [] : [email]));
    const free = members.filter(({ user }) => user === null);
    const uuids = free.map(({ uuid }) => uuid);
    const invitations = await insertInvitations(db, scope, actor.uuid, uuids);
    const wanted = free.flatMap(({ uuid }) => {
      const [email = '', code = ''] = [emails.get(uuid), invitations.get(uuid)?.code];
      return email ? [{ member: uuid, email, code }] : [];
    });
    const sender = { user: actor.uuid, organization: scope.organization, network: ip };
    const { sent, spent } = await mailInvitations(db, services, sender, wanted);
    const unsent = [...new Set(spent.map(whyNot))];
    const named = await toldApart({ db, actor }, members);
    const results = named.map(({ user, uuid, ...name }): Outcome => {
      const person = { member: uuid, ...name, email: emails.get(uuid) ?? '' };
      if (user !== null) return { ...person, done: 'linked', link: '' };
      if (sent.has(uuid)) return { ...person, done: 'mailed', link: '' };
      const code = invitations.get(uuid)?.code ?? '';
      return { ...person, done: 'link', link: invitationLink(services.config, code) };
    });
    const [first] = invitations.values();
    return { results, unsent, gone, validThrough: first?.validThrough ?? '' };
  },
  audit: ({ output }) => auditOf(output.results),
});

type Row = z.output<typeof severalInvitations>['rows'][number];

const isInvited = ({ chosen, email, known }: Row) => Boolean(chosen || (email && email !== known));

/** In a fixed order, so that two users who invite the same people do not deadlock. */
async function lockMembers(db: Database, { organization }: Scope, uuids: readonly string[]) {
  const rows = await db
    .selectFrom('members')
    .select(['uuid', 'first_name as firstName', 'last_name as lastName', 'user_uuid as user'])
    .where('organization_uuid', '=', organization)
    .where('uuid', 'in', uuids)
    .orderBy('uuid')
    .forNoKeyUpdate()
    .execute();
  const german = new Intl.Collator('de');
  return rows.sort(
    (one, other) =>
      german.compare(one.lastName, other.lastName) ||
      german.compare(one.firstName, other.firstName),
  );
}

const MOST_NAMED = 20;

function auditOf(results: readonly Outcome[]): string | null {
  const invited = results.filter(({ done }) => done !== 'linked');
  if (invited.length === 0) return null;
  const names = invited.slice(0, MOST_NAMED).map(named).join(', ');
  const more = invited.length - MOST_NAMED;
  const all = more > 0 ? `${names} und ${more} weitere` : names;
  const mailed = invited.filter(({ done }) => done === 'mailed').length;
  return `Einladungen für ${all} erstellt${mailed > 0 ? `, ${mailed} per E-Mail verschickt` : ''}`;
}
