import { dateToText } from '~/dates';
import { named } from '~/features/members/wording';
import type { Person } from '~/kernel/actor';

/** Notifications (B6). Those marked 'own' have no wording in the specification. */
export const messages = {
  invitationLoadFailed: { title: 'Einladung', message: 'Fehler beim Laden der Einladung.' }, // own
  invitationCreateFailed: {
    title: 'Einladung',
    message: 'Einladung erstellen ist fehlgeschlagen.',
  }, // own
  invitationRevoked: ({ firstName, lastName }: Person) => ({
    title: 'Einladung widerrufen.',
    message: `${firstName} ${lastName}`,
  }), // own
  invitationRevokeFailed: { title: 'Einladung', message: 'Fehler beim Widerrufen der Einladung.' }, // own
  invitationSent: ({ email }: { email: string }) => ({
    title: 'Einladung verschickt.',
    message: `An ${email}`,
  }), // own
  invitationSendFailed: { title: 'Einladung', message: 'Fehler beim Versenden der Einladung.' }, // own
  invitationAccepted: { title: 'Einladung angenommen.' }, // own
  invitationAcceptFailed: { title: 'Einladung', message: 'Fehler beim Akzeptieren der Einladung.' }, // own
  invitationRejected: { title: 'Einladung abgelehnt.' }, // own
  invitationRejectFailed: { title: 'Einladung', message: 'Fehler beim Ablehnen der Einladung.' }, // own
} as const;

/** The screen for inviting several members at once, and the link to it. */
export const INVITE = 'Einladen';

export const NOBODY_CHOSEN = 'Wählen Sie aus, wen Sie einladen, oder geben Sie eine Adresse ein.';

/** The link was opened or accepted in vain (C5). */
export const ALREADY_MEMBER = 'Sie sind bereits Mitglieder dieser Organisation.';

/** The link to be mailed was revoked or replaced (D4). */
export const NO_LONGER_VALID = 'Diese Einladung gilt nicht mehr. Erstellen Sie eine neue.';

/** To the user who invites a member who has left; the record stays in any case (O8). */
export const takesBack = (firstName: string, leftOn: string) =>
  `${firstName} ist zum ${dateToText(leftOn)} ausgetreten. Wer die Einladung annimmt, gehört wieder zum Verein: Der Austritt wird gelöscht, alles Eingetragene bleibt. Gruppen und Berechtigungen kommen nicht von selbst zurück.`;

/** For the log: ', Mitglied „Eva Bach“ wieder aufgenommen' if the member had left, else ''. */
export const tookBack = ({ leftOn, ...member }: Person & { leftOn: string | null }) =>
  leftOn === null
    ? ''
    : `, ${named(member)} wieder aufgenommen (Austritt war zum ${dateToText(leftOn)})`;

export const ALREADY_LINKED = 'Dieses Mitglied hat schon einen Zugang.';
