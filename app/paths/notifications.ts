/** The URLs of the screens about mails, and what links to them say. */

export const NOTIFICATIONS = 'Benachrichtigungen';

/** 'Benachrichtigungen' in 'Mein Konto' (N2). @param organization the active one without it */
export const settingsPath = (organization?: string) =>
  `/app/account/notifications${organization ? `?organization=${organization}` : ''}` as const;

/** The button there that resets all of the user's choices. */
export const resetAction = `${settingsPath()}?reset`;

/** True if a submission is a reset. */
export const isReset = ({ url }: { url: string }) => new URL(url).searchParams.has('reset');

/** A club's defaults. */
export const defaultsPath = '/app/admin/notifications';
