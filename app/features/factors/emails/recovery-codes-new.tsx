import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = { appName: string; name: string; link: string };

/** Tells the owner that the recovery codes were replaced (T4). */
function RecoveryCodesNewMail({ appName, name, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview="Es gibt neue Wiederherstellungscodes für Ihr Konto."
      heading={`Hallo ${name},`}
    >
      <MailText>
        für Ihr Benutzerkonto bei {appName} wurden zehn neue Wiederherstellungscodes erzeugt. Die
        bisherigen gelten nicht mehr. Wenn Sie das waren, brauchen Sie nichts zu tun.
      </MailText>
      <MailText>
        Wenn Sie das nicht waren, war jemand in Ihrem Konto. Setzen Sie bitte gleich ein neues
        Passwort, und erzeugen Sie danach unter „Mein Konto“ selbst neue Codes:
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </MailLayout>
  );
}

export const recoveryCodesNew: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: Neue Wiederherstellungscodes`,
  Body: RecoveryCodesNewMail,
};
