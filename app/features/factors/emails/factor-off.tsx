import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = { appName: string; name: string; link: string };

/** Tells the owner that the second factor was switched off (T3). */
function FactorOffMail({ appName, name, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview="Ihr zweiter Faktor ist abgeschaltet."
      heading={`Hallo ${name},`}
    >
      <MailText>
        für Ihr Benutzerkonto bei {appName} wurde der zweite Faktor abgeschaltet. Zum Einloggen
        reicht jetzt wieder Ihr Passwort. Alle anderen Sitzungen wurden beendet.
      </MailText>
      <MailText>
        Wenn Sie das waren, brauchen Sie nichts zu tun. Unter „Mein Konto“ können Sie jederzeit
        wieder einen zweiten Faktor einrichten.
      </MailText>
      <MailText>Wenn Sie das nicht waren, setzen Sie bitte gleich ein neues Passwort:</MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </MailLayout>
  );
}

export const factorOff: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: Zweiter Faktor abgeschaltet`,
  Body: FactorOffMail,
};
