import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = { appName: string; name: string; link: string };

function AccountExistsMail({ appName, name, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview="Sie haben schon ein Benutzerkonto."
      heading={`Hallo ${name},`}
    >
      <MailText>
        jemand wollte diese E-Mail-Adresse für ein Benutzerkonto bei {appName} verwenden. Sie haben
        aber schon eines und können sich damit einloggen:
      </MailText>
      <MailLink href={link}>Zum Einloggen</MailLink>
      <MailText>
        Wenn Sie Ihr Passwort nicht mehr wissen, wählen Sie dort „Passwort vergessen“. Wenn Sie das
        nicht waren, brauchen Sie nichts zu tun.
      </MailText>
    </MailLayout>
  );
}

export const accountExists: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: Sie haben schon ein Benutzerkonto`,
  Body: AccountExistsMail,
};
