import type { Config } from '~/config.server';
import { answerToken } from '~/features/answers/queries/links.server';
import { LEAVE_WAITING_LIST, TAKE_PLACE } from '~/features/answers/wording';
import type { Mail } from '~/mail/transport.server';
import { answerLinkPath, unsubscribePath } from '~/paths/links';
import { settingsPath } from '~/paths/notifications';
import type { NotificationForMail } from './state.server';
import { type Ended, unsubscribeToken } from './unsubscribing.server';

/** The links in mails that work without a log-in, and their headers for mail programs. */

/** Links to get fewer mails (N10). */
export type OptOut = {
  /** '' for mails that are always sent. */
  readonly unsubscribe: string;
  readonly settings: string;
};

/** Whose mail it is, and from which club. */
type Receiver = Pick<NotificationForMail, 'user' | 'organizationId' | 'organization'>;

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

/** Links that answer an event; '' for answers that it does not take. */
export const NO_CHOICE = { yes: '', yesLabel: '', no: '', noLabel: '' };
export type ChoiceValues = typeof NO_CHOICE;

/**
 * Both answers (N7) for members who have given none; signing off for those who come or wait, who can
 * also take a place that is free for them (K4).
 */
export function answerLinksOf(now: NotificationForMail, config: Config): ChoiceValues {
  if (!now.member || !now.takesAnswers || !now.toCome || now.cancelled) return NO_CHOICE;
  const link = (answer: 'yes' | 'take' | 'no') => linkOf(now, answer, config);
  const signOff = (noLabel: string) => ({ ...NO_CHOICE, no: link('no'), noLabel });
  if (now.registered !== null)
    return now.signOffClosed
      ? NO_CHOICE
      : signOff(now.eventType === 'LIMITED_EVENT' ? 'Abmelden' : 'Absagen');
  if (now.waiting !== null) {
    const take = now.free >= now.waiting && { yes: link('take'), yesLabel: TAKE_PLACE };
    return { ...signOff(LEAVE_WAITING_LIST), ...take };
  }
  const yesLabel = now.takesYes ? yesLabelOf(now) : '';
  return {
    yes: yesLabel && link('yes'),
    yesLabel,
    no: now.declined ? '' : link('no'),
    noLabel: 'Absagen',
  };
}

/** The link to opt out of the event's series (U6); '' without a series. */
export const notMineOf = (now: NotificationForMail, config: Config): string =>
  now.series ? linkOf(now, 'optOut', config) : '';

function linkOf(
  { member, user, event, epoch, joined }: NotificationForMail,
  answer: Parameters<typeof answerLinkPath>[1],
  { origin, secret }: Config,
): string {
  if (!member) return '';
  return (
    origin + answerLinkPath(answerToken({ event, member, user, epoch, joined }, secret), answer)
  );
}

/** '' if there is neither a place nor a waiting list. */
function yesLabelOf({ eventType, free, waitingList }: NotificationForMail): string {
  if (eventType !== 'LIMITED_EVENT') return 'Zusagen';
  if (free > 0) return 'Anmelden';
  return waitingList ? 'Auf die Warteliste' : '';
}
