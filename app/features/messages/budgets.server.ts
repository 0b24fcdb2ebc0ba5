import { Problem, waitInWords } from '~/kernel/problem';
import type { Budget, Spending } from '~/kernel/services.server';

/** The budgets of messages to many (N12). */

interface Sender {
  readonly user: string;
  readonly organization: string;
}

/** What one message is counted against. */
export function budgetsOf({ user, organization }: Sender): Partial<Record<Budget, string>> {
  return { messagesOfUser: user, messagesOfOrganization: organization };
}

/** Tells why nothing is sent at present, and when it goes on. */
export function whyNot({ budget, wait }: Spending): string {
  const who = budget === 'messagesOfUser' ? 'haben Sie' : 'hat Ihr Verein';
  return `Heute ${who} schon so viele Rundmails geschickt, wie an einem Tag möglich sind. In ${waitInWords(wait)} geht es weiter.`;
}

/** The same as a refusal. */
export function tooManyMessages(spending: Spending): Problem {
  const headers = { 'Retry-After': String(spending.wait) };
  return new Problem(429, 'Zu viele Rundmails', whyNot(spending), undefined, headers);
}
