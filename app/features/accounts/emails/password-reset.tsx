import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = { appName: string; name: string; link: string };

function PasswordResetMail({ appName, name, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview="Setzen Sie ein neues Passwort."
      heading={`Hallo ${name},`}
    >
      <MailText>
        Sie möchten ein neues Passwort für {appName} setzen. Das geht mit diesem Link:
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
      <MailText>
        Der Link gilt eine Stunde und nur einmal. Wenn Sie das nicht waren, brauchen Sie nichts zu
        tun: Ihr Passwort bleibt, wie es ist.
      </MailText>
    </MailLayout>
  );
}

export const passwordReset: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: Neues Passwort setzen`,
  Body: PasswordResetMail,
};
