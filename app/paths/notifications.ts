/** The URLs of the screens about mails, and what links to them say. */

export const NOTIFICATIONS = 'Benachrichtigungen';

/** 'Benachrichtigungen' in 'Mein Konto' (N2). @param organization the active one without it */
export const settingsPath = (organization?: string) =>
  `/app/account/notifications${organization ? `?organization=${organization}` : ''}` as const;

/** The button there that takes back all of one's own choices. */
export const resetAction = `${settingsPath()}?reset`;

/** True if a submission is to take them back. */
export const isReset = ({ url }: { url: string }) => new URL(url).searchParams.has('reset');

/** What a club has for those who have chosen nothing. */
export const defaultsPath = '/app/admin/notifications';
