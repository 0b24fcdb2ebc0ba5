import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '~/kernel/transaction.server';
import { answerLab } from '../support/answer-lab';

const lab = answerLab({ connections: 2 });

it('the log is read once for all names of a member, however often it was changed (S3, X9)', async () => {
  const club = await lab.club(1);
  const member = club.member(0);
  const names = Array.from({ length: 98 }, (_, at) => `Verena Name ${at}`).concat(
    '„Verena“ Lang',
    'Verena Schräg„',
  );
  await sql`update members set former_names = ${names} where uuid = ${member}`.execute(lab.db);
  const log = (actions: readonly string[]) =>
    sql`
    insert into audit_log (organization_uuid, operation, action, request_id)
    select ${club.organization}, 'Test', action, 'test' from unnest(${actions}::text[]) action`.execute(
      lab.db,
    );
  await log(names.map((name) => `Antwort von „${name}“ zu „Fest“: kommt`));
  await log(Array.from({ length: 1000 }, (_, at) => `Mitglied „Erna ${at}“ angelegt`));
  const short = `Mitglied ${member.slice(0, 8)}`;
  await log([
    'Mitglied „Verena Name 1“ mit Mitglied „Verena Name 2“ zusammengeführt',
    'Mitglied „Verena Name 1“, Konto „Verena Name 2“, Benutzer „Verena Name 1“',
    'Veranstaltung „Verena Name 1“ angelegt',
  ]);
  const read = await inTransaction(lab.db, async (trx) => {
    await sql`select erase_from_audit_log(${member})`.execute(trx);
    const { rows } = await sql<{ rows: number }>`
      select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables
      where relname = 'audit_log'`.execute(trx);
    return rows[0]?.rows;
  });
  // Each entry once, and what is written.
  expect(read).toBeLessThan(2 * 1103);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where action !~ 'Erna' order by id`.execute(lab.db);
  expect(rows.map(({ action }) => action)).toEqual([
    ...names.map(() => `Antwort von ${short} zu „Fest“: kommt`),
    `${short} mit ${short} zusammengeführt`,
    `${short}, Konto ${short}, ${short}`,
    'Veranstaltung „Verena Name 1“ angelegt',
  ]);
});
