import { MailLink, MailNote, MailText, MailThing } from '~/mail/layout';
import { letter, WasItYou } from '~/mail/letter';
import { LINK_HOURS } from '~/retention';

/** The mails about accounts. */

export const activation = letter(
  'E-Mail-Adresse bestätigen',
  `Waren Sie das? Der Link gilt ${LINK_HOURS} Stunden.`,
  ({ appName, link }) => (
    <>
      <MailText>
        mit dieser E-Mail-Adresse wurde ein Benutzerkonto bei {appName} angelegt. Waren Sie das?
        Dann bestätigen Sie bitte Ihre Adresse:
      </MailText>
      <MailLink href={link}>E-Mail-Adresse bestätigen</MailLink>
      <MailNote>
        Der Link gilt {LINK_HOURS} Stunden. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.
      </MailNote>
    </>
  ),
);

export const accountExists = letter(
  'Sie haben schon ein Benutzerkonto',
  'Loggen Sie sich einfach damit ein.',
  ({ appName, link }) => (
    <>
      <MailText>
        jemand wollte diese E-Mail-Adresse für ein Benutzerkonto bei {appName} verwenden. Sie haben
        aber schon eines und können sich damit einloggen:
      </MailText>
      <MailLink href={link}>Zum Einloggen</MailLink>
      <MailNote>
        Wenn Sie Ihr Passwort nicht mehr wissen, wählen Sie dort „Passwort vergessen“. Wenn Sie das
        nicht waren, brauchen Sie nichts zu tun.
      </MailNote>
    </>
  ),
);

export const passwordReset = letter<{
  /** '' unless it was asked for to confirm the address. */
  confirms: string;
}>(
  'Neues Passwort setzen',
  'Der Link gilt eine Stunde und nur einmal.',
  ({ appName, link, confirms }) => (
    <>
      <MailText>hier setzen Sie ein neues Passwort für {appName}:</MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
      <MailNote>
        {confirms && 'Damit bestätigen Sie auch Ihre Adresse. '}
        Der Link gilt eine Stunde und nur einmal. Wenn Sie das nicht waren, brauchen Sie nichts zu
        tun: Ihr Passwort bleibt, wie es ist.
      </MailNote>
    </>
  ),
);

export const emailChange = letter(
  'Neue E-Mail-Adresse bestätigen',
  `Waren Sie das? Der Link gilt ${LINK_HOURS} Stunden.`,
  ({ appName, link }) => (
    <>
      <MailText>
        diese E-Mail-Adresse soll für ein Benutzerkonto bei {appName} gelten. Waren Sie das? Dann
        bestätigen Sie sie bitte:
      </MailText>
      <MailLink href={link}>E-Mail-Adresse bestätigen</MailLink>
      <MailNote>
        Der Link gilt {LINK_HOURS} Stunden. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.
      </MailNote>
    </>
  ),
);

/** Goes to the old address, so that its owner can act if the account was taken over (A12). */
export const emailChangeNotice = letter<{ email: string }>(
  'Ihre E-Mail-Adresse soll geändert werden',
  ({ email }) => `Auf ${email}. Waren Sie das?`,
  ({ appName, email, link }) => (
    <>
      <MailText>
        für Ihr Benutzerkonto bei {appName} wurde eine neue E-Mail-Adresse angegeben: {email}. Sie
        gilt, sobald sie dort bestätigt wird.
      </MailText>
      <WasItYou link={link} />
    </>
  ),
);

/** Tells a user of a log-in on a device that the account was not used on before. */
export const newDevice = letter<{
  /** 'Firefox auf Windows'; an app chooses its own name. */
  device: string;
  /** 'Samstag, 13. März 2027, 18:00 Uhr' */
  when: string;
  /** '203.0.113.x', or '' if it is not known. */
  network: string;
}>(
  'Auf einem neuen Gerät eingeloggt',
  ({ device, when }) => `${device}, ${when}. Waren Sie das?`,
  ({ appName, device, when, network, link }) => (
    <>
      <MailText>Ihr Benutzerkonto bei {appName} wird auf einem neuen Gerät benutzt:</MailText>
      <MailThing name={device}>
        <br />
        {when} (deutsche Zeit)
        {network && (
          <>
            <br />
            im Netz {network}
          </>
        )}
      </MailThing>
      <WasItYou
        link={link}
        no="Dann setzen Sie bitte gleich ein neues Passwort. Damit sind alle Geräte ausgeloggt."
      />
      <MailNote>Auch ein Browser, der seine Cookies gelöscht hat, gilt als neues Gerät.</MailNote>
    </>
  ),
  ['when', 'network'],
);
