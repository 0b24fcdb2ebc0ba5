import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { insertInvitations } from '~/features/invitations/queries.server';
import { budgetsOf } from '~/features/invitations/rules/budgets.server';
import { mailInvitations } from '~/features/invitations/rules/mailing.server';
import { BUDGETS } from '~/kernel/limits.server';
import type { Services } from '~/kernel/services.server';
import { queueImport } from './queries.server';

/** Invites members with an address, as many at a time as the mail limit allows (O5). */

interface Waiting {
  readonly uninvited: number;
  readonly invitesAt: Date | null;
}

/** About when the last invitation leaves; null if there is none. */
export function lastInvitationAt({ uninvited, invitesAt }: Waiting): Date | null {
  if (uninvited === 0 || !invitesAt) return null;
  const { most: atOnce, seconds } = BUDGETS.invitationsAtOnce;
  const aDay = BUDGETS.invitationsOfUser.most;
  const days = Math.floor((uninvited - 1) / aDay);
  const times = Math.floor(((uninvited - 1) % aDay) / atOnce);
  return new Date(invitesAt.getTime() + days * 86_400_000 + times * seconds * 1000);
}

/** The job that invites the next ones, and reschedules itself for when mails may leave again. */
export async function inviteInJob(
  db: Database,
  services: Pick<Services, 'limits' | 'config'>,
  uuid: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const sender = await senderOf(trx, uuid);
    if (!sender) return goOn(trx, uuid, null);
    if (sender.rests) return goOn(trx, uuid, new Date(Date.now() + RESTING_MS));
    const { invitationsTo: _each, ...budgets } = budgetsOf(sender, '');
    const { left, spent } = await services.limits.remaining(trx, budgets);
    const next = await nextToInvite(trx, uuid, Math.min(left, BUDGETS.invitationsAtOnce.most));
    const codes = await insertInvitations(
      trx,
      sender,
      sender.user,
      next.map(({ member }) => member),
    );
    const letters = next.map((letter) => ({
      ...letter,
      code: codes.get(letter.member)?.code ?? '',
    }));
    // Members whose address is over its limit get none.
    const { sent, spent: refused } = await mailInvitations(trx, services, sender, letters);
    const usedUpSince = refused.find(({ budget }) => budget !== 'invitationsTo');
    if (usedUpSince) {
      const unsent = next.map(({ member }) => member).filter((member) => !sent.has(member));
      await putBack(trx, uuid, unsent);
    }
    const wait = (spent ?? usedUpSince)?.wait ?? 0;
    const at = (await isOver(trx, uuid)) ? null : new Date(Date.now() + wait * 1000);
    await goOn(trx, uuid, at);
  });
}

/** How often to look whether the permissions of somebody who invites still rest (T6). */
const RESTING_MS = 3_600_000;

/** @param at when the next ones leave; null if none do */
async function goOn(trx: Database, uuid: string, at: Date | null): Promise<void> {
  await trx.updateTable('imports').set({ invites_at: at }).where('uuid', '=', uuid).execute();
  if (at) await queueImport(trx, uuid, 'import-invitations', at);
}

/** Lets members wait for the next mails, without the invitations of which they were not told. */
async function putBack(trx: Database, uuid: string, members: readonly string[]): Promise<void> {
  await trx.deleteFrom('invitations').where('member_uuid', 'in', members).execute();
  await trx
    .updateTable('import_rows')
    .set({ invite: true })
    .where('import_uuid', '=', uuid)
    .where('member_uuid', 'in', members)
    .execute();
}

async function isOver(trx: Database, uuid: string): Promise<boolean> {
  const next = await trx
    .selectFrom('import_rows')
    .select('line')
    .where('import_uuid', '=', uuid)
    .where('invite', '=', true)
    .limit(1)
    .executeTakeFirst();
  return next === undefined;
}

/** The user who started the import, while they may invite; null otherwise. */
async function senderOf(trx: Database, uuid: string) {
  const { rows } = await sql<{ user: string; organization: string; rests: boolean }>`
    select i.user_uuid as "user", i.organization_uuid as organization,
      permissions_rest(i.organization_uuid, i.user_uuid) as rests
    from imports i join permissions p on p.user_uuid = i.user_uuid
      and p.organization_uuid = i.organization_uuid and p.permission = 'ORGANIZATION_ADMIN'
    where i.uuid = ${uuid} and i.state = 'done' and i.invites_at is not null
    for no key update of i`.execute(trx);
  const [found] = rows;
  // Counted as one network: the mails leave from the server.
  return found ? { ...found, network: `import:${found.organization}` } : null;
}

/** The next members, locked in order; they will not be looked at again. */
async function nextToInvite(trx: Database, uuid: string, most: number) {
  const { rows } = await sql<{ member: string; email: string }>`
    with next as (
      update import_rows set invite = false
      where import_uuid = ${uuid} and line in (
        select line from import_rows where import_uuid = ${uuid} and invite order by line limit ${most})
      returning member_uuid
    )
    select m.uuid as member, m.email from next join members m on m.uuid = next.member_uuid
    where m.email <> '' and m.user_uuid is null and not has_left(m) and not exists (
      select from invitations i where i.member_uuid = m.uuid
        and i.valid_through >= (now() at time zone 'UTC')::date)
    order by m.uuid for no key update of m`.execute(trx);
  return rows;
}
