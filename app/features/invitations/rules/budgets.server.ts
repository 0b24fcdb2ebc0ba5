import { BUDGETS, type Budget } from '~/kernel/limits.server';
import { mailboxOf } from '~/kernel/mailbox';
import { Problem, waitInWords } from '~/kernel/problem';
import type { Spending } from '~/kernel/services.server';

/** The budgets of invitation mails (docs/decisions/0021). */

export interface Sender {
  readonly user: string;
  readonly organization: string;
  readonly network: string;
}

/** How fast they may leave. */
export const PACE = `${BUDGETS.invitationsAtOnce.most} in fünf Minuten, ${BUDGETS.invitationsOfUser.most} am Tag`;

/** The budgets that one mail counts against. */
export function budgetsOf(sender: Sender, email: string): Partial<Record<Budget, string>> {
  return {
    invitationsAtOnce: sender.user,
    invitationsOfUser: sender.user,
    invitationsOfOrganization: sender.organization,
    invitationsOfNetwork: sender.network,
    invitationsTo: mailboxOf(email),
  };
}

/** Says why a mail is not sent, and when mails can be sent again. */
export function whyNot({ budget, wait }: Spending): string {
  const until = `In ${waitInWords(wait)} geht es weiter.`;
  if (budget === 'invitationsTo')
    return `An diese Adresse gingen schon genug Einladungen. ${until}`;
  if (budget === 'invitationsAtOnce')
    return `So viele E-Mails auf einmal verschicken wir nicht. ${until}`;
  return `Heute haben wir schon so viele Einladungen verschickt, wie an einem Tag möglich sind. ${until}`;
}

/**
 * Refuses to send a mail: the link can be passed on by other means. The message is at the field if
 * only that address is over its limit.
 */
export function tooManyMails(spending: Spending): Problem {
  const text = `${whyNot(spending)} Den Link können Sie kopieren und selbst verschicken.`;
  const headers = { 'Retry-After': String(spending.wait) };
  const field = spending.budget === 'invitationsTo' ? { email: [text] } : undefined;
  const detail = field ? undefined : text;
  return new Problem(429, 'Zu viele Einladungen', detail, field, headers);
}
