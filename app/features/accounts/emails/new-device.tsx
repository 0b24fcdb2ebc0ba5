import { MailLayout, MailLink, MailNote, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = {
  appName: string;
  name: string;
  /** 'Firefox auf Windows'; an app chooses its own name. */
  device: string;
  /** 'Samstag, 13. März 2027, 18:00 Uhr' */
  when: string;
  /** '203.0.113.x', or '' if it is not known. */
  network: string;
  link: string;
};

/** Tells a user of a log-in on a device that the account was not used on before. */
function NewDeviceMail({ appName, name, device, when, network, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview={`${device}, ${when}. Waren Sie das?`}
      heading={`Hallo ${name},`}
    >
      <MailText>
        bei {appName} hat sich gerade jemand mit Ihren Zugangsdaten eingeloggt, auf einem Gerät, das
        wir von Ihnen noch nicht kennen:
      </MailText>
      <MailText>
        <strong>{device}</strong>
        <br />
        {when} (deutsche Zeit)
        {network && (
          <>
            <br />
            im Netz {network}
          </>
        )}
      </MailText>
      <MailText>Wenn Sie das waren, brauchen Sie nichts zu tun.</MailText>
      <MailText>
        Wenn nicht, kennt jemand Ihr Passwort. Setzen Sie bitte gleich ein neues: Damit werden alle
        ausgeloggt, die jetzt eingeloggt sind.
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
      <MailNote>
        Auch ein Browser, der seine Cookies gelöscht hat, gilt als neues Gerät. Wo Sie überall
        eingeloggt sind, sehen Sie unter „Mein Konto“.
      </MailNote>
    </MailLayout>
  );
}

export const newDevice: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: Auf einem neuen Gerät eingeloggt`,
  own: ['when', 'network'],
  Body: NewDeviceMail,
};
