import { isMoved } from '~/features/outbox/rules/former.server';
import type { EventKind } from '~/features/outbox/schema';
import { NOT_MINE } from '~/features/series/wording';
import { MailText, MailWay } from '~/mail/layout';
import { whenOf } from '~/times';
import { NO_PLACE } from '../dates-of-series.server';
import { answerLinksOf, notMineOf } from '../mail-links.server';
import type { NotificationForMail } from '../state.server';
import * as wording from '../wording-of-mails.server';
import { type EventMailValues, eventMail, subjectOf } from './event-mail';

/** Mails about one event: its waiting list, its changes, what is new, and what is near. */

const nothing = () => ({});
const formerWhenOf = (now: NotificationForMail) => ({ formerWhen: wording.formerWhenOf(now) });

const whenAndWhere = ({ when, place }: Pick<EventMailValues, 'when' | 'place'>) =>
  [when, place].filter(Boolean).join(', ');

export const eventMails = {
  /** To those who moved up from the waiting list (K11). */
  promoted: eventMail(
    (now) => ({
      places: Number(now.registered) > 1 ? `Für Sie sind ${now.registered} Plätze reserviert.` : '',
      hint: wording.howToSignOff(now),
    }),
    { subject: 'Sie sind dabei', own: ['places', 'hint'] },
    ({ places, hint, ...values }) => ({
      preview: `Von der Warteliste nachgerückt: ${whenAndWhere(values)}`,
      says: `${places ? 'es sind Plätze' : 'ein Platz ist'} frei geworden, und Sie sind von der Warteliste nachgerückt: Sie sind jetzt angemeldet. ${places}`,
      next: `Können Sie doch nicht kommen? ${hint}`,
    }),
  ),

  /** To all on the waiting list who fit, shortly before the start (K4). */
  place_free: eventMail(answerLinksOf, { subject: 'Ein Platz ist frei' }, (values) => ({
    preview: `Wer ihn zuerst nimmt, ist dabei: ${whenAndWhere(values)}`,
    says: 'bei einer Veranstaltung, für die Sie auf der Warteliste stehen, ist ein Platz frei. Wer ihn zuerst nimmt, ist dabei.',
    choice: values,
  })),

  /** To those who waited for an event that now takes everybody (K9). */
  opened: eventMail(
    ({ asksAnswer, takesYes }) => ({
      asks: asksAnswer && takesYes ? 'Sagen Sie bitte noch zu oder ab.' : '',
    }),
    { subject: 'Jetzt offen', own: ['asks'] },
    ({ asks }) => ({
      preview: 'Sie können einfach kommen.',
      says: `die Veranstaltung ist jetzt offen. Sie können einfach kommen. ${asks}`,
    }),
  ),

  /** To those who were taken off the waiting list (K11). */
  removed: eventMail(nothing, { subject: 'Nicht mehr auf der Warteliste' }, () => ({
    preview: 'Die Leitung hat Sie von der Warteliste genommen.',
    says: 'die Leitung hat Sie von der Warteliste dieser Veranstaltung genommen:',
    next: 'Wenn Sie Fragen haben, wenden Sie sich bitte an die Leitung.',
  })),

  /** To those who count on an event that has another date, time or place (J10). */
  event_changed: eventMail(
    (now) => {
      const { former, place } = now;
      const isElsewhere = former.place !== place;
      return {
        formerWhen: isMoved(former, now) ? whenOf(former) : '',
        formerPlace: isElsewhere ? former.place || NO_PLACE : '',
        place: isElsewhere ? place || NO_PLACE : place,
        hint: wording.whatNow(now),
      };
    },
    { subject: 'Geändert', own: ['formerWhen', 'hint'], lengths: { formerPlace: 200 } },
    ({ when, place, formerWhen, formerPlace, hint }) => {
      const former = [formerWhen, formerPlace].filter(Boolean);
      const one = formerWhen ? 'hat sich die Zeit' : 'hat sich der Ort';
      const changed = former.length > 1 ? 'haben sich Zeit und Ort' : one;
      return {
        preview: `Neu: ${formerWhen ? when : place}`,
        says: `bei einer Veranstaltung ${changed} geändert. Jetzt gilt:`,
        more: former.length > 0 && <MailText>Bisher: {former.join(', ')}</MailText>,
        next: hint,
      };
    },
  ),

  /** To those who count on an event that does not take place (J9). */
  event_cancelled: eventMail(
    (now) => ({ ...formerWhenOf(now), reason: now.cancelReason }),
    { subject: 'Fällt aus', own: ['formerWhen'], lengths: { reason: 500 } },
    ({ formerWhen, reason, ...values }) => ({
      preview: [reason && `Grund: ${reason}`, whenAndWhere(values)].filter(Boolean).join(' · '),
      says: (
        <>
          diese Veranstaltung <strong>findet nicht statt</strong>:
        </>
      ),
      off: true,
      more: (
        <>
          {formerWhen && <MailText>{wording.alsoOff(formerWhen)}</MailText>}
          {reason && <MailText>Grund: {reason}</MailText>}
        </>
      ),
      next: 'Sie brauchen nichts zu tun. Findet sie doch statt, schreiben wir Ihnen noch einmal.',
    }),
  ),

  /** To those who count on an event that takes place after all (J9). */
  event_restored: eventMail(
    (now) => ({ ...formerWhenOf(now), hint: wording.whatHolds(now) }),
    { subject: 'Findet doch statt', own: ['formerWhen', 'hint'] },
    ({ formerWhen, hint, ...values }) => ({
      preview: whenAndWhere(values),
      says: 'diese Veranstaltung sollte ausfallen und findet nun doch statt:',
      more: formerWhen && <MailText>Bisher: {formerWhen}</MailText>,
      next: hint,
    }),
  ),

  /** To everybody in the club, about something new (N2). */
  event_new: eventMail(
    (now, config) => ({ ...answerLinksOf(now, config), hint: wording.whatIsAsked(now) }),
    { subject: 'Neu', own: ['hint'] },
    (values) => ({
      preview: whenAndWhere(values),
      says: 'es gibt eine neue Veranstaltung:',
      more: values.hint && <MailText>{values.hint}</MailText>,
      choice: values,
    }),
  ),

  /** To those who are asked and have not answered (N4). */
  answer_missing: eventMail(
    (now, config) => ({
      ...answerLinksOf(now, config),
      until: wording.untilOf(now),
      notMine: notMineOf(now, config),
    }),
    { subject: 'Bitte antworten', own: ['until', 'notMine'] },
    (values) => ({
      preview: `${whenAndWhere(values)}. ${values.until}`,
      says: 'zu dieser Veranstaltung fehlt noch Ihre Antwort:',
      more: <MailText>{values.until}</MailText>,
      choice: values,
      next: (
        <>
          Auch eine Absage hilft: Dann wissen alle, mit wem sie rechnen können.
          {values.notMine && (
            <>
              {' '}
              Haben Sie mit diesen Terminen nichts zu tun?{' '}
              <MailWay href={values.notMine}>{NOT_MINE}</MailWay>
            </>
          )}
        </>
      ),
    }),
  ),

  /** To those who come or wait, the day before (N4). */
  event_soon: eventMail(
    (now, config) => ({
      ...answerLinksOf(now, config),
      day: wording.howSoon(now),
      state: wording.stateOf(now),
      hint: wording.howToSignOff(now, 'bitte noch'),
    }),
    { subject: ({ day, event }) => subjectOf(day, event), own: ['day', 'state', 'hint'] },
    (values) => ({
      preview: whenAndWhere(values),
      says: `${values.day.toLowerCase()} ist es so weit:`,
      more: (
        <>
          <MailText>{values.state}</MailText>
          <MailText>Können Sie doch nicht kommen? {values.hint}</MailText>
        </>
      ),
      choice: values,
    }),
  ),
} satisfies Record<EventKind, ReturnType<typeof eventMail>>;
