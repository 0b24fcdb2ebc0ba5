import type { Config } from '~/config.server';
import { answerToken } from '~/features/answers/queries/links.server';
import { LEAVE_WAITING_LIST } from '~/features/answers/wording';
import type { Mail } from '~/mail/transport.server';
import { answerLinkPath, unsubscribePath } from '~/paths/links';
import { settingsPath } from '~/paths/notifications';
import type { ChoiceValues } from './emails/event-mail';
import type { NotificationForMail } from './state.server';
import { type Ended, unsubscribeToken } from './unsubscribe-links.server';

/** The links in mails that work without a log-in, and their headers for mail programs. */

/** Links to get fewer mails (N10). */
export type OptOut = {
  /** '' for mails that are always sent. */
  readonly unsubscribe: string;
  readonly settings: string;
};

/** Whose mail it is, and from which club. */
interface Receiver {
  readonly user: string;
  readonly organizationId: string;
  readonly organization: string;
}

/**
 * @param topic what the mail's link ends; null for mails that are always sent
 * @param told the mail's content: for news of groups, the link can end just that group's (U9)
 */
export function optOutOf(
  { user, organizationId }: Receiver,
  topic: Ended | null,
  told: ReadonlyArray<Pick<NotificationForMail, 'newsOf'>>,
  { origin, secret }: Config,
): OptOut {
  const groups = [...new Set(told.flatMap(({ newsOf }) => newsOf))];
  const link = topic && { user, organization: organizationId, topic, groups };
  const token = link && unsubscribeToken(link, secret);
  return {
    unsubscribe: token ? origin + unsubscribePath(token) : '',
    settings: origin + settingsPath(organizationId),
  };
}

/** A mail's headers for mail programs: its club and how to unsubscribe (RFC 2919, 8058). */
export function headersOf(
  { organizationId, organization }: Receiver,
  { unsubscribe }: OptOut,
): Pick<Mail, 'list' | 'unsubscribe'> {
  return {
    list: { organization: organizationId, name: organization },
    ...(unsubscribe && { unsubscribe }),
  };
}

const NONE: ChoiceValues = { yes: '', yesLabel: '', no: '', noLabel: '' };

/** Both answers (N7) for members who have given none; signing off for those who come or wait. */
export function answerLinksOf(now: NotificationForMail, { origin, secret }: Config): ChoiceValues {
  const { member, user, event, epoch, joined } = now;
  if (!member || !now.takesAnswers || !now.toCome || now.cancelled) return NONE;
  const token = answerToken({ event, member, user, epoch, joined }, secret);
  const link = (answer: 'yes' | 'no') => origin + answerLinkPath(token, answer);
  const signOff = (noLabel: string) => ({ ...NONE, no: link('no'), noLabel });
  if (now.registered !== null)
    return now.signOffClosed
      ? NONE
      : signOff(now.eventType === 'LIMITED_EVENT' ? 'Abmelden' : 'Absagen');
  if (now.waiting !== null) return signOff(LEAVE_WAITING_LIST);
  const yesLabel = now.takesYes ? yesLabelOf(now) : '';
  return {
    yes: yesLabel && link('yes'),
    yesLabel,
    no: now.declined ? '' : link('no'),
    noLabel: 'Absagen',
  };
}

/** The link to opt out of the event's series (U6); '' without a series. */
export function notMineOf(now: NotificationForMail, { origin, secret }: Config): string {
  const { member, user, event, epoch, joined, series } = now;
  if (!member || !series) return '';
  return (
    origin + answerLinkPath(answerToken({ event, member, user, epoch, joined }, secret), 'optOut')
  );
}

/** '' if there is neither a place nor a waiting list. */
function yesLabelOf({ eventType, free, waitingList }: NotificationForMail): string {
  if (eventType !== 'LIMITED_EVENT') return 'Zusagen';
  if (free > 0) return 'Anmelden';
  return waitingList ? 'Auf die Warteliste' : '';
}
