import { dateToText } from '~/dates';
import { MailLink, MailNote, MailText } from '~/mail/layout';
import { clubLetter } from '~/mail/letter';
import { shortened } from '~/mail/names';
import { renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { factorPath } from '~/paths/factors';
import { factorDemanded } from './factor-rule.server';

/**
 * The mails about permissions. Null if there is no longer anything to tell. They are sent even to
 * refused addresses, as rights depend on them.
 */
export const permissionMails: Record<string, MailWriter> = {
  adminsNeedFactor: async ({ user = '', organization = '' }, { db, config }) => {
    const now = await factorDemanded(db, user, organization);
    if (!now) return null;
    const { email, on, ...names } = now;
    const { appName, origin } = config;
    const link = origin + factorPath;
    return renderMail(email, adminsNeedFactor, { appName, ...names, day: dateToText(on), link });
  },
};

/** Keeps the subject below 60 characters. */
const SHOWN = 32;

/** Tells an admin that their club requires a second factor, and from when (T6). */
const adminsNeedFactor = clubLetter<{ day: string }>({
  subject: ({ organization }) => `Handy-Code nötig: „${shortened(organization, SHOWN)}“`,
  preview: ({ organization, day }) =>
    `Ab dem ${day} brauchen Sie ihn, um „${organization}“ zu verwalten.`,
  why: 'die Berechtigung Administration haben',
  own: ['day'],
  body: ({ appName, organization, day, link }) => (
    <>
      <MailText>
        wer „{organization}“ verwaltet, braucht ab dem {day} einen Handy-Code: Nach dem Passwort
        fragt {appName} dann noch nach einem Code aus einer App. Für Ihr Konto ist noch keiner
        eingerichtet; das dauert zwei Minuten.
      </MailText>
      <MailLink href={link}>Handy-Code einrichten</MailLink>
      <MailNote>
        Ohne Handy-Code ruhen ab diesem Tag Ihre Berechtigungen im Verein, bis Sie ihn eingerichtet
        haben. Ihre Anmeldungen und alles andere bleiben, wie sie sind.
      </MailNote>
    </>
  ),
});
