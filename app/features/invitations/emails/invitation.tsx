import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = {
  appName: string;
  organization: string;
  name: string;
  /** The confirmed address of the sender; '' if the account is gone. */
  sender: string;
  /** '05. März 2030' */
  until: string;
  link: string;
};

/**
 * Goes to any address an administrator types, so it names the sending account and quotes
 * user-chosen names (D4).
 */
function InvitationMail({ appName, organization, name, sender, until, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview={`Der Verein „${organization}“ lädt Sie zu ${appName} ein.`}
      heading={`Hallo ${name},`}
    >
      <MailText>
        der Verein „{organization}“ lädt Sie ein, bei {appName} mitzumachen.
      </MailText>
      <MailLink href={link}>Einladung ansehen</MailLink>
      <MailText>
        Dort wählen Sie ein Passwort, und schon sind Sie dabei. Wenn Sie schon ein Benutzerkonto
        haben, loggen Sie sich damit ein.
      </MailText>
      <MailText>
        Der Link gilt nur für Sie, nur einmal und bis {until}. Geben Sie ihn nicht weiter: Wer ihn
        öffnet, kann sich mit Ihrer E-Mail-Adresse ein Benutzerkonto anlegen.
      </MailText>
      <MailText>
        {sender !== '' && `Die Einladung kommt von ${sender}. `}
        Wenn Sie den Verein nicht kennen, brauchen Sie nichts zu tun: Ohne Ihre Zustimmung geschieht
        nichts.
      </MailText>
    </MailLayout>
  );
}

export const invitationEmail: MailTemplate<Props> = {
  sender: ({ appName, organization }) => `„${organization}“ über ${appName}`,
  subject: ({ appName, organization }) => `${appName}: Einladung von „${organization}“`,
  Body: InvitationMail,
};
