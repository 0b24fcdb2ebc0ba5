import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = { appName: string; name: string; link: string };

function EmailChangeMail({ appName, name, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview="Bestätigen Sie Ihre neue E-Mail-Adresse."
      heading={`Hallo ${name},`}
    >
      <MailText>
        Sie möchten diese E-Mail-Adresse für Ihr Benutzerkonto bei {appName} verwenden. Sie gilt,
        sobald Sie sie bestätigen:
      </MailText>
      <MailLink href={link}>E-Mail-Adresse bestätigen</MailLink>
      <MailText>
        Der Link gilt 48 Stunden. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.
      </MailText>
    </MailLayout>
  );
}

export const emailChange: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: Neue E-Mail-Adresse bestätigen`,
  Body: EmailChangeMail,
};
