import type { ReactNode } from 'react';
import { MailLayout, MailLink, MailNote, MailText } from './layout';
import type { MailTemplate, MailValue } from './render.server';

type Values = { appName: string; name: string; link: string };

/**
 * A mail to users about their own account: from the program, without a club.
 * @param body what follows the greeting
 * @param own names of values that people cannot write, as in MailTemplate
 */
export function letter<More extends Readonly<Record<string, string>> = Record<never, string>>(
  subject: string,
  preview: string | ((values: Values & More) => string),
  body: (values: Values & More) => ReactNode,
  own?: readonly (keyof More & string)[],
): MailTemplate<Values & More> {
  return {
    subject: () => subject,
    own,
    Body: (values) => (
      <MailLayout
        appName={values.appName}
        preview={typeof preview === 'string' ? preview : preview(values)}
        heading={`Hallo ${values.name},`}
      >
        {body(values)}
      </MailLayout>
    ),
  };
}

/**
 * 'Waren Sie das?', and a button for people who were not.
 * @param no what they do; by default they set a new password
 * @param link where they do that
 */
export function WasItYou({ no = NEW_PASSWORD, link }: { no?: string; link: string }) {
  return (
    <>
      <MailText>
        <strong>Waren Sie das?</strong> Dann brauchen Sie nichts zu tun.
      </MailText>
      <MailText>
        <strong>Waren Sie es nicht?</strong> {no}
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </>
  );
}

const NEW_PASSWORD = 'Dann setzen Sie bitte gleich ein neues Passwort.';

type ClubValues = Values & { organization: string };

/**
 * A mail from a club.
 * @param why it comes: the end of 'weil Sie bei „TSV Neustadt“ …'
 * @param body what follows the greeting
 */
export function clubLetter<More extends Readonly<Record<string, MailValue>>>({
  subject,
  preview,
  body,
  why,
  own,
}: {
  subject: (values: ClubValues & More) => string;
  preview: (values: ClubValues & More) => string;
  body: (values: ClubValues & More) => ReactNode;
  why?: string;
  own?: readonly string[];
}): MailTemplate<ClubValues & More> {
  return {
    sender: ({ appName, organization }) => `„${organization}“ über ${appName}`,
    subject,
    own,
    Body: (values) => (
      <MailLayout
        appName={values.appName}
        preview={preview(values)}
        heading={`Hallo ${values.name},`}
        club={values.organization}
        foot={
          why && (
            <MailNote>
              Sie bekommen diese Nachricht, weil Sie bei „{values.organization}“ {why}.
            </MailNote>
          )
        }
      >
        {body(values)}
      </MailLayout>
    ),
  };
}
