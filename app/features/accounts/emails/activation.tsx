import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = { appName: string; name: string; link: string };

function ActivationMail({ appName, name, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview="Bestätigen Sie Ihre E-Mail-Adresse."
      heading={`Hallo ${name},`}
    >
      <MailText>
        jemand hat mit dieser E-Mail-Adresse ein Benutzerkonto bei {appName} angelegt. Wenn Sie das
        waren, bestätigen Sie bitte Ihre Adresse:
      </MailText>
      <MailLink href={link}>E-Mail-Adresse bestätigen</MailLink>
      <MailText>
        Der Link gilt 48 Stunden. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.
      </MailText>
    </MailLayout>
  );
}

export const activation: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: E-Mail-Adresse bestätigen`,
  Body: ActivationMail,
};
