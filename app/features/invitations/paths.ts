import { memberPath } from '~/features/members/paths';

/** The dialogs over the member list. @param search of the list below, from listSearch() */
export const invitationPath = (member: string, search: string) =>
  memberPath(member, 'invitation', search);
export const invitationMailPath = (member: string, search: string) =>
  memberPath(member, 'invitation/mail', search);

/** The link that an invited person opens. */
export const answerPath = (code: string) => `/app/invite/${encodeURIComponent(code)}`;
export const rejectionPath = (code: string) => `${answerPath(code)}/rejection`;

/** The same as a whole URL, to copy or to send. */
export const invitationLink = ({ origin }: { origin: string }, code: string) =>
  origin + answerPath(code);
