import type { Job, Task } from 'graphile-worker';
import { withoutAddresses } from '~/doors/loggable';
import type { Services } from '~/kernel/services.server';
import { noteDelivery, noteRefusal } from '~/mail/failures.server';
import { refusalOf } from '~/mail/refusal';
import { createTransport, type Mail, Refused } from '~/mail/transport.server';
import type { MailWriter } from '~/mail/writer';

/** Mail writers by template, loaded for the first mail: they take a third of a start's memory. */
async function allWriters(): Promise<Readonly<Record<string, MailWriter>>> {
  const { accountMails } = await import('~/features/accounts/mails.server');
  const { factorMails } = await import('~/features/factors/mails.server');
  const { invitationMails } = await import('~/features/invitations/mails.server');
  const { notificationMails } = await import('~/features/notifications/mails.server');
  const { erasureMails } = await import('~/features/erasure/mails.server');
  const { groupMails } = await import('~/features/groups/mails.server');
  const { permissionMails } = await import('~/features/permissions/mails.server');
  return {
    ...accountMails,
    ...factorMails,
    ...invitationMails,
    ...notificationMails,
    ...groupMails,
    ...erasureMails,
    ...permissionMails,
  };
}

/** A mail that was not taken this time: no fault of the program. */
export class NotTaken extends Error {}

/** The queue's task that writes and sends a mail, and remembers the result (N13). */
export function sendMail({ db, config, log }: Pick<Services, 'db' | 'config' | 'log'>): Task {
  const transport = createTransport(config);
  return async (payload, { job, abortSignal }) => {
    const { template, ...rest } = payload as Record<string, string>;
    const writer = (await allWriters())[template ?? ''];
    if (!writer) throw new Error(`There is no mail template '${template}'`);
    const mail = await writer(rest, { db, config });
    if (!mail) return;
    const note = (noting: Promise<void>) =>
      // The mail was sent, or given up: sending it again would be worse than not knowing.
      noting.catch((error) => log.warn({ err: error }, "a mail's outcome could not be noted"));
    try {
      await unless(abortSignal, transport.send(mail, nameOf(job)));
    } catch (error) {
      const isGivenUp = error instanceof Refused || job.attempts >= job.max_attempts;
      const refusal = isGivenUp && refusalOf(error instanceof Refused ? error.cause : error);
      if (refusal) await note(noteRefusal(db, mail.to, refusal));
      // The queue stores and logs the reason: the mail server's reply without addresses.
      const reply = withoutAddresses(error instanceof Error ? error.message : String(error));
      if (!(error instanceof Refused)) throw new NotTaken(reply);
      log.warn(
        { job: job.id, template, answer: reply },
        'a mail was refused for good and is not tried again',
      );
      return;
    }
    await note(noteDelivery(db, mail.to, { awaited: isAwaited(mail) }));
  };
}

/** Whether somebody requested a mail: all others can be unsubscribed from (N10). */
const isAwaited = ({ unsubscribe }: Mail) => unsubscribe === undefined;

/**
 * Names a mail, the same for each try: mailboxes such as Gmail drop a mail whose Message-ID they
 * have seen. The time is part of it, as a restored database gives out the same ids again.
 */
function nameOf(job: Pick<Job, 'id' | 'created_at'>): string {
  return `mail-${job.id}-${job.created_at.getTime().toString(36)}`;
}

/** Rejects if the server stops before `work` is done: the job then goes back into the queue. */
async function unless<Result>(
  stopping: AbortSignal | undefined,
  work: Promise<Result>,
): Promise<Result> {
  if (!stopping) return work;
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('The server stops'));
    if (stopping.aborted) stop();
    else stopping.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    // The signal is that of all jobs, for as long as the server runs.
    stopping.removeEventListener('abort', stop);
  }
}
