import { MailLayout, MailLink, MailText } from './layout';
import type { MailTemplate } from './render.server';

type Values = { appName: string; link: string };

function TestMail({ appName, link }: Values) {
  return (
    <MailLayout appName={appName} preview="E-Mails kommen an." heading="Guten Tag,">
      <MailText>
        wenn Sie das lesen, kommen die E-Mails von {appName} an. Liegt diese E-Mail im Spam, sehen
        Sie bitte nach, was npm run admin -- test-mail zu SPF, DKIM und DMARC sagt.
      </MailText>
      <MailLink href={link}>{`Zu ${appName}`}</MailLink>
    </MailLayout>
  );
}

export const testMail: MailTemplate<Values> = {
  subject: ({ appName }) => `Test: E-Mails von ${appName} kommen an`,
  Body: TestMail,
};
