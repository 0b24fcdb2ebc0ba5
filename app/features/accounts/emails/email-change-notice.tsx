import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = { appName: string; name: string; email: string; link: string };

/** Goes to the old address, so that its owner can act if the account was taken over (A12). */
function EmailChangeNoticeMail({ appName, name, email, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview="Für Ihr Konto wurde eine neue E-Mail-Adresse angegeben."
      heading={`Hallo ${name},`}
    >
      <MailText>
        für Ihr Benutzerkonto bei {appName} wurde eine neue E-Mail-Adresse angegeben: {email}. Sie
        gilt, sobald sie dort bestätigt wird. Wenn Sie das waren, brauchen Sie nichts zu tun.
      </MailText>
      <MailText>Wenn Sie das nicht waren, setzen Sie bitte gleich ein neues Passwort:</MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </MailLayout>
  );
}

export const emailChangeNotice: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: Ihre E-Mail-Adresse soll geändert werden`,
  Body: EmailChangeNoticeMail,
};
