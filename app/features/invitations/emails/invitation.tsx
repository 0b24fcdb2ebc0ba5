import { MailLayout, MailLink, MailText, unlinked } from '~/mail/layout';

export function InvitationMail(props: { appName: string; organization: string; name: string; link: string }) {
  const { appName, organization, name, link } = props;
  return (
    <MailLayout
      appName={appName}
      preview={`${organization} lädt Sie zu ${appName} ein.`}
      heading={`Hallo ${unlinked(name)},`}
    >
      <MailText>
        {organization} lädt Sie ein, bei {appName} mitzumachen. Öffnen Sie den Link, melden Sie sich an oder
        legen Sie ein Benutzerkonto an, und nehmen Sie die Einladung an:
      </MailText>
      <MailLink href={link}>Einladung ansehen</MailLink>
      <MailText>
        Der Link gilt nur für Sie und nur einmal. Geben Sie ihn nicht weiter. Wenn Sie nichts damit anfangen
        können, brauchen Sie nichts zu tun.
      </MailText>
    </MailLayout>
  );
}
