import type { ConfirmedKind } from '~/kernel/confirmed';

/**
 * Operations that ask to confirm the identity (T2), by summary. A deliberate copy: it must not
 * change when a mark does.
 */
export const CONFIRMED_OPERATIONS: Readonly<Record<string, ConfirmedKind>> = {
  "Change one's own e-mail address, as soon as its new owner confirms it": 'email',
  // Only for the user's own address.
  'Change a user; what is left out stays': 'email',

  'Begin to set up a second factor': 'factor',
  'Read the key of the second factor that one is setting up': 'factor',
  'Switch on the second factor by a code of the app': 'factor',
  'Replace all recovery codes by ten new ones': 'factor',
  'Switch off the second factor': 'factor',

  // The current one only ends by a log-out, which asks for nothing.
  "End one of one's own sessions": 'sessions',
  "End all of one's own sessions but the present one": 'sessions',

  'Create a calendar feed': 'token',

  'Download everything that is stored about oneself': 'export',
  'Read what is stored about oneself': 'export',
  'Download what is stored about oneself, as a report': 'export',
  'Make a report of what is stored about a member': 'export',
  'Make a report of what is stored about a member, as a file': 'export',

  'Read what members can be exported by': 'export',
  'Export the members of an organisation, or those that filters find, with the columns that are asked for':
    'export',

  'Grant or revoke a permission of a user in an organisation': 'permission',
  "End one's own administration of an organisation": 'permission',
  'Add a user to an organisation': 'permission',
  'Remove a user from an organisation': 'permission',
  // Only with the access of its user.
  'Delete a member': 'permission',
  'Say on which day a member leaves, or that they do not': 'permission',
  'Demand a second factor of the admins of an organisation, or no longer': 'rule',

  'Delete an organisation with everything in it': 'deletion',
  'Erase all that a club stores about a member (Art. 17 GDPR)': 'deletion',
  'Say how long the records of those who have left are kept': 'deletion',
};

const PASSWORD = 'asks for the password in its own form, which counts';
const LOG_IN = 'is a log-in, which asks for all that there is to ask for';
const LOG_OUT = 'ends what it is done with, and takes nothing from anybody';
const MAILED = 'is done by the code in a mail, without a session';

/**
 * Operations that write to sessions, credentials, second factors, permissions and calendar feeds,
 * or delete an organisation, and why they do not ask.
 */
export const EXCUSED_OPERATIONS: Readonly<Record<string, string>> = {
  'Change the own password': PASSWORD,
  "Delete one's own account": PASSWORD,
  'Confirm who one is, by the password or a code of the second factor': PASSWORD,
  'Log in with a browser: the session is a cookie': LOG_IN,
  'Log in with an app: the session id is answered, to be sent as a Bearer token': LOG_IN,
  'Complete the log-in with a browser by a code of the second factor': LOG_IN,
  'End the present session': LOG_OUT,
  'End the session that is named by its id': LOG_OUT,
  'Create a confirmed account with an invitation mail, log in and accept the invitation': LOG_IN,
  'Create a user account and send its confirmation mail': MAILED,
  'Confirm an e-mail address with the code from the mail': MAILED,
  'Set a new password with the code from the mail': MAILED,
  "Delete one of one's own calendar feeds: its address leads nowhere from then on": LOG_OUT,
  'Throw away the key of the second factor that one is setting up':
    'throws away what was never in force',
  'Leave an organisation': LOG_OUT,
  'Found an organisation': 'makes its founder the admin of what nobody has had before',
};
