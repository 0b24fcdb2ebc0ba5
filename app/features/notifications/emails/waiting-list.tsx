import { type EventMailValues, eventMail } from './event-mail';

/** News for members on a waiting list (K4, K9, K11). */

type PromotedValues = EventMailValues & {
  /** 'Für Sie sind 3 Plätze reserviert.', or '' for a single one. */
  places: string;
  /** How to sign off. */
  hint: string;
};

/** To those who moved up from the waiting list (K11). */
export const promoted = eventMail<PromotedValues>(
  { subject: 'Sie sind dabei', own: ['places', 'hint'] },
  ({ places, hint }) => ({
    preview: 'Sie sind von der Warteliste nachgerückt.',
    says: `${places ? 'es sind Plätze' : 'ein Platz ist'} frei geworden, und Sie sind von der Warteliste nachgerückt: Sie sind jetzt angemeldet. ${places}`,
    next: `Können Sie doch nicht kommen? ${hint}`,
  }),
);

/** To all on the waiting list who fit, shortly before the start (K4). */
export const placeFree = eventMail({ subject: 'Ein Platz ist frei' }, () => ({
  preview: 'Wer ihn zuerst nimmt, ist dabei.',
  says: 'bei einer Veranstaltung, für die Sie auf der Warteliste stehen, ist ein Platz frei. Wer ihn zuerst nimmt, ist dabei.',
  button: 'Platz nehmen',
  next: 'Sie möchten nicht mehr? Dann nehmen Sie sich dort bitte von der Warteliste.',
}));

/** To those who waited for an event that now takes everybody (K9). @param asks whether it asks who comes: a sentence, or '' */
export const opened = eventMail<EventMailValues & { asks: string }>(
  { subject: 'Jetzt offen', own: ['asks'] },
  ({ asks }) => ({
    preview: 'Sie können einfach kommen.',
    says: `die Veranstaltung ist jetzt offen. Sie können einfach kommen. ${asks}`,
  }),
);

/** To those who were taken off the waiting list (K11). */
export const removed = eventMail({ subject: 'Nicht mehr auf der Warteliste' }, () => ({
  preview: 'Die Leitung hat Sie von der Warteliste genommen.',
  says: 'die Leitung hat Sie von der Warteliste dieser Veranstaltung genommen:',
  next: 'Wenn Sie Fragen haben, wenden Sie sich bitte an die Leitung.',
}));
