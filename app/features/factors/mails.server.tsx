import { accountById } from '~/features/accounts/queries.server';
import { MailLink, MailNote, MailText } from '~/mail/layout';
import { letter, WasItYou } from '~/mail/letter';
import { type MailTemplate, renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { passwordResetRequestPath } from '~/paths/accounts';
import { ownFactor } from './queries.server';
import { codesLeftText } from './wording';

/** The mails about second factors. */

/** Tells the owner that a second factor was set up (T3). */
const factorOn = letter(
  'Handy-Code eingerichtet',
  'Beim Einloggen brauchen Sie jetzt auch einen Code. Waren Sie das?',
  ({ appName, link }) => (
    <>
      <MailText>
        für Ihr Benutzerkonto bei {appName} ist jetzt ein Handy-Code eingerichtet: Beim Einloggen
        brauchen Sie ab sofort auch einen Code aus Ihrer App.
      </MailText>
      <WasItYou
        link={link}
        no={`Dann setzen Sie bitte gleich ein neues Passwort, und schreiben Sie denen, die ${appName} betreiben: Nur sie können den fremden Handy-Code entfernen.`}
      />
      <MailNote>Auf allen anderen Geräten sind Sie jetzt ausgeloggt.</MailNote>
    </>
  ),
);

/** Tells the owner that the second factor was switched off (T3). */
const factorOff = letter(
  'Handy-Code abgeschaltet',
  'Zum Einloggen reicht jetzt wieder Ihr Passwort. Waren Sie das?',
  ({ appName, link }) => (
    <>
      <MailText>
        für Ihr Benutzerkonto bei {appName} wurde der Handy-Code abgeschaltet: Zum Einloggen reicht
        jetzt wieder Ihr Passwort.
      </MailText>
      <WasItYou link={link} />
      <MailNote>
        Auf allen anderen Geräten sind Sie jetzt ausgeloggt. Unter „Mein Konto“ können Sie jederzeit
        wieder einen Handy-Code einrichten.
      </MailNote>
    </>
  ),
);

/** Tells the owner that the operator took the second factor away (T4). */
const factorReset = letter(
  'Handy-Code entfernt',
  'Zum Einloggen reicht wieder Ihr Passwort. Haben Sie darum gebeten?',
  ({ appName, link }) => (
    <>
      <MailText>
        wer {appName} betreibt, hat Ihren Handy-Code und alle Wiederherstellungscodes entfernt. Sie
        sind jetzt überall ausgeloggt; zum Einloggen reicht wieder Ihr Passwort.
      </MailText>
      <MailText>
        <strong>Haben Sie darum gebeten?</strong> Dann loggen Sie sich ein, und richten Sie unter
        „Mein Konto“ wieder einen Handy-Code ein.
      </MailText>
      <MailText>
        <strong>Haben Sie nicht darum gebeten?</strong> Dann setzen Sie bitte gleich ein neues
        Passwort, und fragen Sie beim Betreiber nach: Vielleicht hat sich jemand für Sie ausgegeben.
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </>
  ),
);

/** Warns the owner that somebody who knows the password is guessing codes (T3). */
const codesGuessed = letter(
  'Jemand kennt vermutlich Ihr Passwort',
  'Setzen Sie bitte gleich ein neues.',
  ({ appName, link }) => (
    <>
      <MailText>
        jemand hat bei {appName} Ihr richtiges Passwort eingegeben, danach aber mehrmals einen
        falschen Code. Eingeloggt hat sich damit niemand.
      </MailText>
      <MailText>
        <strong>Waren Sie das?</strong> Dann stellen Sie Uhr und Datum des Handys auf automatisch,
        oder loggen Sie sich mit einem Ihrer Wiederherstellungscodes ein.
      </MailText>
      <MailText>
        <strong>Waren Sie es nicht?</strong> Dann setzen Sie bitte gleich ein neues Passwort, auch
        überall sonst, wo Sie dasselbe benutzen.
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </>
  ),
);

/** Tells the owner that a recovery code was used, and how many are left (T4). */
const recoveryCodeUsed = letter<{ left: string }>(
  'Wiederherstellungscode benutzt',
  'Jemand hat sich mit einem Ihrer Wiederherstellungscodes eingeloggt.',
  ({ appName, left, link }) => (
    <>
      <MailText>
        in Ihrem Benutzerkonto bei {appName} wurde einer Ihrer Wiederherstellungscodes benutzt.
        Jeder gilt nur einmal: Sie haben {left}.
      </MailText>
      <WasItYou
        link={link}
        no="Dann setzen Sie bitte gleich ein neues Passwort, und erzeugen Sie danach unter „Mein Konto“ neue Codes."
      />
    </>
  ),
  ['left'],
);

/** Tells the owner that the recovery codes were replaced (T4). */
const recoveryCodesNew = letter(
  'Neue Wiederherstellungscodes',
  'Die bisherigen gelten nicht mehr. Waren Sie das?',
  ({ appName, link }) => (
    <>
      <MailText>
        für Ihr Benutzerkonto bei {appName} wurden zehn neue Wiederherstellungscodes erzeugt. Die
        bisherigen gelten nicht mehr.
      </MailText>
      <WasItYou
        link={link}
        no="Dann setzen Sie bitte gleich ein neues Passwort, und erzeugen Sie danach unter „Mein Konto“ selbst neue Codes."
      />
    </>
  ),
);

type Context = Parameters<MailWriter>[1];

/** Common to all mails about the second factor: the greeting, and where to set a new password. */
async function valuesFor(user: string, { db, config: { appName, origin } }: Context) {
  const account = await accountById(db, user);
  if (!account?.activated) return null;
  const link = origin + passwordResetRequestPath;
  return { to: account.email, values: { appName, name: account.firstName, link } };
}

/** A mail that only says what has happened. */
function telling(
  template: MailTemplate<{ appName: string; name: string; link: string }>,
): MailWriter {
  return async ({ user = '' }, context) => {
    const told = await valuesFor(user, context);
    return told && renderMail(told.to, template, told.values);
  };
}

/**
 * The mails about second factors (T3, T4), by the template names that queueMail() takes. Each says
 * what to do if somebody else did it; null if there is no longer anybody to tell.
 */
export const factorMails: Record<string, MailWriter> = {
  factorOn: telling(factorOn),
  factorOff: telling(factorOff),
  recoveryCodesNew: telling(recoveryCodesNew),
  codesGuessed: telling(codesGuessed),
  factorReset: telling(factorReset),

  recoveryCodeUsed: async ({ user = '' }, context) => {
    const told = await valuesFor(user, context);
    // The number left when the mail is written, as others may have been used since.
    const factor = await ownFactor(context.db, user);
    if (!told || !factor) return null;
    const left = codesLeftText(factor.codesLeft);
    return renderMail(told.to, recoveryCodeUsed, { ...told.values, left });
  },
};
