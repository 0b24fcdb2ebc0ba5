import { memberPath } from '~/features/members/paths';

/** The dialogs over the member list. @param search of the list below, from listSearch() */
export const invitationPath = (member: string, search: string) =>
  memberPath(member, 'invitation', search);
export const invitationMailPath = (member: string, search: string) =>
  memberPath(member, 'invitation/mail', search);

/** What an invited person opens, in the browser that they log in with. */
export const answerPath = (code: string) => `/app/invite/${code}`;
export const rejectionPath = (code: string) => `${answerPath(code)}/rejection`;

/** The whole address of it, to copy or to send. @param origin of this installation */
export const invitationLink = ({ origin }: { origin: string }, code: string) =>
  origin + answerPath(code);
