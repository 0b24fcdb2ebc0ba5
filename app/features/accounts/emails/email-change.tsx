import { MailLayout, MailLink, MailText, unlinked } from '~/mail/layout';

export function EmailChangeMail({ appName, name, link }: { appName: string; name: string; link: string }) {
  return (
    <MailLayout
      appName={appName}
      preview="Bestätigen Sie Ihre neue E-Mail-Adresse."
      heading={`Hallo ${unlinked(name)},`}
    >
      <MailText>
        Sie möchten diese E-Mail-Adresse für Ihr Benutzerkonto bei {appName} verwenden. Sie gilt, sobald Sie
        sie bestätigen:
      </MailText>
      <MailLink href={link}>E-Mail-Adresse bestätigen</MailLink>
      <MailText>Der Link gilt 48 Stunden. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.</MailText>
    </MailLayout>
  );
}
