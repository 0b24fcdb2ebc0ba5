import { mailboxOf } from '~/kernel/mailbox';
import { Problem, waitInWords } from '~/kernel/problem';
import type { Budget, Spending } from '~/kernel/services.server';

/** The budgets of invitation mails (docs/decisions/0021). */

export interface Sender {
  readonly user: string;
  readonly organization: string;
  readonly network: string;
}

/** How many leave for one user at once, in so many seconds, and for one club a day. */
export const INVITATION_MAILS = { atOnce: 60, seconds: 5 * 60, aDay: 350 } as const;

/** What one mail is counted against. */
export function budgetsOf(sender: Sender, email: string): Partial<Record<Budget, string>> {
  return {
    invitationsAtOnce: sender.user,
    invitationsOfUser: sender.user,
    invitationsOfOrganization: sender.organization,
    invitationsOfNetwork: sender.network,
    invitationsTo: mailboxOf(email),
  };
}

/** Tells in words why a mail is not sent, and when mails can be sent again. */
export function whyNot({ budget, wait }: Spending): string {
  const until = `In ${waitInWords(wait)} geht es weiter.`;
  if (budget === 'invitationsTo')
    return `An diese Adresse gingen schon genug Einladungen. ${until}`;
  if (budget === 'invitationsAtOnce')
    return `So viele E-Mails auf einmal verschicken wir nicht. ${until}`;
  return `Heute haben wir schon so viele Einladungen verschickt, wie an einem Tag möglich sind. ${until}`;
}

/**
 * The same as a refusal, which says that the link can be passed on by other means. The message goes
 * to the field if only that address has had too many.
 */
export function tooManyMails(spending: Spending): Problem {
  const text = `${whyNot(spending)} Den Link können Sie kopieren und selbst verschicken.`;
  const headers = { 'Retry-After': String(spending.wait) };
  const field = spending.budget === 'invitationsTo' ? { email: [text] } : undefined;
  const detail = field ? undefined : text;
  return new Problem(429, 'Zu viele Einladungen', detail, field, headers);
}
