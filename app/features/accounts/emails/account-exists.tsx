import { MailLayout, MailLink, MailText, unlinked } from '~/mail/layout';

export function AccountExistsMail({ appName, name, link }: { appName: string; name: string; link: string }) {
  return (
    <MailLayout
      appName={appName}
      preview="Sie haben schon ein Benutzerkonto."
      heading={`Hallo ${unlinked(name)},`}
    >
      <MailText>
        jemand wollte diese E-Mail-Adresse für ein Benutzerkonto bei {appName} verwenden. Sie haben aber schon
        eines und können sich damit anmelden:
      </MailText>
      <MailLink href={link}>Zur Anmeldung</MailLink>
      <MailText>
        Wenn Sie Ihr Passwort nicht mehr wissen, wählen Sie dort „Passwort vergessen“. Wenn Sie das nicht
        waren, brauchen Sie nichts zu tun.
      </MailText>
    </MailLayout>
  );
}
