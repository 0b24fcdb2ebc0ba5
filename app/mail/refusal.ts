/** What an SMTP server's reply means: for this attempt, for the mail, and for the receiver's address. */

/** A refusal that speaks against the receiver's address (N13). */
export interface AddressRefusal {
  /** '5.1.1', or '550' where the server said no more. */
  readonly code: string;
  /** Whether the server says that there is no such mailbox, rather than that it takes no mail. */
  readonly gone: boolean;
}

/** What nodemailer reports about a failure. */
interface Failure {
  readonly message: string;
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/**
 * True if an SMTP server refuses the receiver's address or the message itself (RFC 5321, 4.2.1):
 * 5xx to RCPT TO or to the message after DATA, or an address that nodemailer cannot even put on the
 * wire. False for anything that the operator can fix, which is retried: the greeting, log-in and
 * sender (MAIL FROM), and refusals by policy, such as relaying or a blocked sender (enhanced status
 * 5.7, RFC 3463; 530, 535 and 538 ask for a log-in), or of the sender's address (5.1.7, 5.1.8), which
 * some servers only check with RCPT TO. 552 means 452 (RFC 5321, 4.5.3.1.10).
 */
export const isForGood = (error: unknown): boolean =>
  refusalOf(error) !== null && (error as Failure).responseCode !== 552;

/**
 * What a refusal says about the receiver's address, once the mail is given up. Nothing if it is
 * temporary (4xx), or if the operator can fix it: a server that does not relay blocks nobody.
 *
 * 5.1.x names the mailbox: it does not exist, has moved or is misspelt. A bare 550, 551 or 553 may
 * say that as well, but also that the server takes no mail from us, so only the third one counts.
 */
export function refusalOf(error: unknown): AddressRefusal | null {
  if (!(error instanceof Error)) return null;
  const failure: Failure = error;
  if (isUnsendable(failure)) return { code: '5.1.3', gone: true };
  if (!isOfReceiver(failure)) return null;
  const status = statusOf(failure);
  return {
    code: status ?? String(failure.responseCode),
    gone: status?.startsWith('5.1.') ?? false,
  };
}

/** nodemailer reports a bad sender, the operator's address, in the same way. */
const isUnsendable = ({ code, command, message }: Failure) =>
  code === 'EENVELOPE' && command === 'API' && !message.startsWith('Invalid sender');

/** Failures that the operator can fix, by reply and by status. */
const ASKS_FOR_LOG_IN: readonly number[] = [503, 530, 535, 538];
const OF_SENDER = /^5\.(?:7\.|1\.[78]$)/;

function isOfReceiver(failure: Failure): boolean {
  const { command, responseCode = 0 } = failure;
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  if (responseCode < 500 || responseCode > 599) return false;
  return !ASKS_FOR_LOG_IN.includes(responseCode) && !OF_SENDER.test(statusOf(failure) ?? '');
}

/** The enhanced status code of a reply (RFC 2034), of however many lines. */
function statusOf({ response }: Failure): string | undefined {
  return /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?!\d)/.exec(response ?? '')?.[1];
}
