import { MailText } from '~/mail/layout';
import { type EventMailValues, eventMail } from './event-mail';

/** An event that has changed, or does not take place. */

/** When the receiver believes it to be, if it has moved without their being told; else ''. */
type Moved = EventMailValues & { formerWhen: string };

type Changed = Moved & {
  /** '' if it has not changed. */
  formerPlace: string;
  /** What to do now. */
  hint: string;
};

/** To those who count on an event that has another date, time or place (J10). */
export const eventChanged = eventMail<Changed>(
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
);

const formerly = (when: string) => when && <MailText>Bisher: {when}</MailText>;

/** To those who count on an event that does not take place (J9). */
export const eventCancelled = eventMail<Moved & { reason: string }>(
  { subject: 'Fällt aus', own: ['formerWhen'], lengths: { reason: 500 } },
  ({ formerWhen, reason }) => ({
    preview: 'Diese Veranstaltung findet nicht statt.',
    says: 'diese Veranstaltung findet nicht statt:',
    more: (
      <>
        {formerly(formerWhen)}
        {reason && <MailText>Grund: {reason}</MailText>}
      </>
    ),
    next: 'Sie brauchen nichts zu tun. Findet sie doch statt, schreiben wir Ihnen noch einmal.',
  }),
);

/** To those who count on an event that takes place after all (J9). @param hint what now applies to them */
export const eventRestored = eventMail<Moved & { hint: string }>(
  { subject: 'Findet doch statt', own: ['formerWhen', 'hint'] },
  ({ formerWhen, hint }) => ({
    preview: 'Sie fällt doch nicht aus.',
    says: 'diese Veranstaltung sollte ausfallen und findet nun doch statt:',
    more: formerly(formerWhen),
    next: hint,
  }),
);
