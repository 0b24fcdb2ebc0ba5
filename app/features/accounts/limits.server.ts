import { tooMany } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';

/** Bounds the mails that anyone can make us send, per receiver and per sender. @throws Problem 429 */
export async function limitMails(limits: Limits, email: string, ip: string): Promise<void> {
  const waits = await Promise.all([
    limits.take('mail', `to ${email.toLowerCase()}`),
    limits.take('register', `mail ${ip}`),
  ]);
  const wait = Math.max(...waits);
  if (wait > 0) throw tooMany(wait);
}
