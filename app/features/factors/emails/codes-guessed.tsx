import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = { appName: string; name: string; link: string };

/** Warns the owner that somebody who knows the password guesses codes (T3). */
function CodesGuessedMail({ appName, name, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview="Jemand kennt vermutlich Ihr Passwort."
      heading={`Hallo ${name},`}
    >
      <MailText>
        jemand hat bei {appName} Ihr richtiges Passwort eingegeben, danach aber mehrmals einen
        falschen Code. Ihr zweiter Faktor hat das Konto geschützt: Eingeloggt hat sich damit
        niemand.
      </MailText>
      <MailText>
        Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Setzen Sie bitte gleich ein neues, auch
        überall sonst, wo Sie dasselbe benutzen:
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
      <MailText>
        Wenn Sie es selbst waren: Stellen Sie Uhr und Datum des Handys auf automatisch. Oder melden
        Sie sich mit einem Ihrer Wiederherstellungscodes an.
      </MailText>
    </MailLayout>
  );
}

export const codesGuessed: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: Jemand kennt vermutlich Ihr Passwort`,
  Body: CodesGuessedMail,
};
