import { dateToText } from '~/dates';
import { MailLayout, MailLink, MailNote, MailText } from '~/mail/layout';
import { shortened } from '~/mail/names';
import type { MailTemplate } from '~/mail/render.server';
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

type Props = { appName: string; organization: string; name: string; day: string; link: string };

/** Tells an admin that their club requires a second factor, and from when (T6). */
function AdminsNeedFactorMail({ appName, organization, name, day, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview={`Ab dem ${day} brauchen Sie ihn, um „${organization}“ zu verwalten.`}
      heading={`Hallo ${name},`}
    >
      <MailText>
        wer „{organization}“ verwaltet, braucht ab dem {day} einen Handy-Code: Nach dem Passwort
        fragt {appName} dann noch nach einem Code aus einer App. Für Ihr Konto ist noch keiner
        eingerichtet.
      </MailText>
      <MailText>
        Am besten erledigen Sie das gleich, es dauert zwei Minuten. Ohne Handy-Code ruhen ab diesem
        Tag Ihre Berechtigungen im Verein, bis Sie ihn eingerichtet haben. Ihre Anmeldungen und
        alles andere bleiben, wie sie sind.
      </MailText>
      <MailLink href={link}>Handy-Code einrichten</MailLink>
      <MailNote>
        Sie bekommen diese Nachricht, weil Sie bei „{organization}“ die Berechtigung Administration
        haben.
      </MailNote>
    </MailLayout>
  );
}

/** Keeps the subject below 60 characters. */
const SHOWN = 32;

const adminsNeedFactor: MailTemplate<Props> = {
  sender: ({ appName, organization }) => `„${organization}“ über ${appName}`,
  subject: ({ organization }) => `Handy-Code nötig: „${shortened(organization, SHOWN)}“`,
  own: ['day'],
  Body: AdminsNeedFactorMail,
};
