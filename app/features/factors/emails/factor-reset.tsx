import { MailLayout, MailLink, MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';

type Props = { appName: string; name: string; link: string };

/** Tells the owner that the operator took the second factor away (T4). */
function FactorResetMail({ appName, name, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview="Ihr zweiter Faktor wurde entfernt."
      heading={`Hallo ${name},`}
    >
      <MailText>
        wer {appName} betreibt, hat den zweiten Faktor Ihres Benutzerkontos entfernt, mit allen
        Wiederherstellungscodes. Sie sind jetzt überall ausgeloggt. Zum Einloggen reicht wieder Ihr
        Passwort.
      </MailText>
      <MailText>
        Wenn Sie darum gebeten haben: Melden Sie sich an, und richten Sie unter „Mein Konto“ wieder
        einen zweiten Faktor ein.
      </MailText>
      <MailText>
        Wenn Sie nicht darum gebeten haben, hat sich vielleicht jemand für Sie ausgegeben. Setzen
        Sie bitte gleich ein neues Passwort, und fragen Sie beim Betreiber nach:
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </MailLayout>
  );
}

export const factorReset: MailTemplate<Props> = {
  subject: ({ appName }) => `${appName}: Zweiter Faktor entfernt`,
  Body: FactorResetMail,
};
