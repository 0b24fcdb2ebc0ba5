import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = { appName: string; name: string; link: string };

/** Tells the owner that a second factor was set up (T3). */
function FactorOnMail({ appName, name, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview="Ihr zweiter Faktor ist eingeschaltet."
      heading={`Hallo ${name},`}
    >
      <MailText>
        für Ihr Benutzerkonto bei {appName} ist jetzt ein zweiter Faktor eingerichtet. Beim
        Einloggen brauchen Sie ab sofort außer dem Passwort einen Code aus Ihrer Authenticator-App.
        Alle anderen Sitzungen wurden beendet.
      </MailText>
      <MailText>Wenn Sie das waren, brauchen Sie nichts zu tun.</MailText>
      <MailText>
        Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Setzen Sie bitte gleich ein neues, und
        schreiben Sie denen, die {appName} für Sie betreiben: Nur sie können den fremden zweiten
        Faktor entfernen.
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </MailLayout>
  );
}

export const factorOn: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: Zweiter Faktor eingerichtet`,
  Body: FactorOnMail,
};
