/**
 * The mailbox that an address leads to, by which mails are counted: what follows a plus in it only
 * sorts the mails of one mailbox.
 */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
