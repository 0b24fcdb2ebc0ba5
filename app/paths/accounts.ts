/** keepRedirect() adds the page that the person wanted to these. */
export const loginPath = '/app/login';
/** Where the code of a second factor is sent to, after the password. */
export const secondStepPath = `${loginPath}?step=2`;
/** From there back to the first step, with the kept input (KEEP of doors/screen.server.ts). */
export const otherAccountPath = `${loginPath}?keep`;
export const logoutPath = '/app/logout';
export const registrationPath = '/app/auth/register';
export const confirmationPath = `${registrationPath}/confirmation`;
/** For someone who registered earlier and asks for another mail (A5). */
export const confirmationAgainPath = `${confirmationPath}?again`;
/** In the mail that confirms an address. */
export const verificationPath = (code: string) => `/app/auth/verify/${code}`;

export const passwordResetRequestPath = '/app/auth/password-reset';
export const passwordResetSentPath = `${passwordResetRequestPath}?sent`;
/** In the mail that sets a new password. */
export const passwordResetPath = (code: string) => `${passwordResetRequestPath}/${code}`;
export const passwordResetDonePath = `${passwordResetRequestPath}/done?done`;

/** Asks to confirm the identity (T2); doors/screen.server.ts leads to it. */
export const identityPath = '/app/confirm';

export const accountPath = '/app/account';
export const accountDialogPath = (dialog: 'name' | 'email' | 'password' | 'deletion') =>
  `${accountPath}/${dialog}`;
export const sessionPath = (session: string) => `${accountPath}/sessions/${session}`;
export const otherSessionsPath = `${accountPath}/sessions/others`;
export const leavingPath = (organization: string) => `${accountPath}/organizations/${organization}`;
export const ownDataPath = `${accountPath}/data.json`;
