/**
 * The mailbox of an address, by which mails are counted: what follows a plus only sorts mails
 * within one mailbox.
 */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
