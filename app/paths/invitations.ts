import { listSearch, memberPath } from './members';

/** The dialogs over the member list. @param search of the list below, from listSearch() */
export const invitationPath = (member: string, search: string) =>
  memberPath(member, 'invitation', search);
export const invitationMailPath = (member: string, search: string) =>
  memberPath(member, 'invitation/mail', search);

/** Where several are invited at once. @param search of the list to show */
export const invitingPath = (search = '') => `/app/members/invitations${listSearch(search)}`;

/** The link that an invited person opens. */
export const answerPath = (code: string) => `/app/invite/${encodeURIComponent(code)}`;
export const rejectionPath = (code: string) => `${answerPath(code)}/rejection`;

/** The link of a mail, which proves that its address is read, and the form behind it (C5). */
export const mailedPath = (code: string, proof: string) =>
  `${answerPath(code)}/${encodeURIComponent(proof)}`;
export const joiningPath = (code: string, proof: string) => `${mailedPath(code, proof)}/account`;

/** The whole URL, to copy or to print. */
export const invitationLink = ({ origin }: { origin: string }, code: string) =>
  origin + answerPath(code);

/** The whole URL in a mail. */
export const mailedLink = ({ origin }: { origin: string }, code: string, proof: string) =>
  origin + mailedPath(code, proof);
