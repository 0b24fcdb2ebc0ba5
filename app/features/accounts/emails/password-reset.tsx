import { MailLayout, MailLink, MailText, unlinked } from '~/mail/layout';

export function PasswordResetMail({ appName, name, link }: { appName: string; name: string; link: string }) {
  return (
    <MailLayout
      appName={appName}
      preview="Setzen Sie ein neues Passwort."
      heading={`Hallo ${unlinked(name)},`}
    >
      <MailText>Sie möchten ein neues Passwort für {appName} setzen. Das geht mit diesem Link:</MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
      <MailText>
        Der Link gilt eine Stunde und nur einmal. Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr
        Passwort bleibt, wie es ist.
      </MailText>
    </MailLayout>
  );
}
