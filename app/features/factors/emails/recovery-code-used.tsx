import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = { appName: string; name: string; left: string; link: string };

/** Tells the owner that a recovery code was used, and how many are left (T4). */
function RecoveryCodeUsedMail({ appName, name, left, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview="Jemand hat sich mit einem Ihrer Wiederherstellungscodes eingeloggt."
      heading={`Hallo ${name},`}
    >
      <MailText>
        in Ihrem Benutzerkonto bei {appName} wurde einer Ihrer Wiederherstellungscodes benutzt.
        Jeder gilt nur einmal: Sie haben {left}.
      </MailText>
      <MailText>
        Wenn Sie das waren, brauchen Sie nichts zu tun. Unter „Mein Konto“ können Sie neue Codes
        erzeugen.
      </MailText>
      <MailText>
        Wenn Sie das nicht waren, kennt jemand Ihr Passwort und Ihre Wiederherstellungscodes. Setzen
        Sie bitte gleich ein neues Passwort, und erzeugen Sie danach neue Codes:
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </MailLayout>
  );
}

export const recoveryCodeUsed: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: Wiederherstellungscode benutzt`,
  own: ['left'],
  Body: RecoveryCodeUsedMail,
};
