import { MailLayout, MailLink, MailText, unlinked } from '~/mail/layout';

export function ActivationMail({ appName, name, link }: { appName: string; name: string; link: string }) {
  return (
    <MailLayout
      appName={appName}
      preview="Bestätigen Sie Ihre E-Mail-Adresse."
      heading={`Hallo ${unlinked(name)},`}
    >
      <MailText>
        jemand hat mit dieser E-Mail-Adresse ein Benutzerkonto bei {appName} angelegt. Wenn Sie das waren,
        bestätigen Sie bitte Ihre Adresse:
      </MailText>
      <MailLink href={link}>E-Mail-Adresse bestätigen</MailLink>
      <MailText>Der Link gilt 48 Stunden. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.</MailText>
    </MailLayout>
  );
}
