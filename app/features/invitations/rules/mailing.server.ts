import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { mailboxOf } from '~/kernel/mailbox';
import { seal } from '~/kernel/seal.server';
import type { Services, Spending } from '~/kernel/services.server';
import { queueMail } from '~/mail/queue.server';
import { budgetsOf, type Sender } from './budgets.server';

/**
 * Queues the mails that the budgets allow. The counters of addresses are locked in a fixed order,
 * or two clubs that invite the same people could deadlock.
 */
export async function mailInvitations(
  db: Database,
  { limits, config }: Pick<Services, 'limits' | 'config'>,
  sender: Sender,
  letters: ReadonlyArray<{ member: string; email: string; code: string }>,
) {
  const sent = new Set<string>();
  const refused: Spending[] = [];
  const inOrder = letters
    .map((letter) => ({ ...letter, key: mailboxOf(letter.email) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  for (const { member, email, code } of inOrder) {
    // An unsent mail must not count against the budgets that still had room.
    await sql`savepoint mail`.execute(db);
    const spent = await limits.spend(db, budgetsOf(sender, email));
    await sql.raw(`${spent ? 'rollback to' : 'release'} savepoint mail`).execute(db);
    if (spent) {
      refused.push(spent);
      // The other budgets concern every mail.
      if (spent.budget !== 'invitationsTo') break;
      continue;
    }
    const payload = { email, code: seal(code, config.secret), by: sender.user };
    await queueMail(db, 'invitation', payload);
    sent.add(member);
  }
  return { sent, spent: refused };
}
