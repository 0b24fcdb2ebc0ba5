import { MailLink, MailText } from '~/mail/layout';
import { letter } from '~/mail/letter';

/** The mails about second factors. */

/** Tells the owner that a second factor was set up (T3). */
export const factorOn = letter(
  'Zweiter Faktor eingerichtet',
  'Ihr zweiter Faktor ist eingeschaltet.',
  ({ appName, link }) => (
    <>
      <MailText>
        für Ihr Benutzerkonto bei {appName} ist jetzt ein zweiter Faktor eingerichtet. Beim
        Einloggen brauchen Sie ab sofort außer dem Passwort einen Code aus Ihrer Authenticator-App.
        Alle anderen Sitzungen wurden beendet.
      </MailText>
      <MailText>Wenn Sie das waren, brauchen Sie nichts zu tun.</MailText>
      <MailText>
        Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Setzen Sie bitte gleich ein neues, und
        schreiben Sie denen, die {appName} für Sie betreiben: Nur sie können den fremden zweiten
        Faktor entfernen.
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </>
  ),
);

/** Tells the owner that the second factor was switched off (T3). */
export const factorOff = letter(
  'Zweiter Faktor abgeschaltet',
  'Ihr zweiter Faktor ist abgeschaltet.',
  ({ appName, link }) => (
    <>
      <MailText>
        für Ihr Benutzerkonto bei {appName} wurde der zweite Faktor abgeschaltet. Zum Einloggen
        reicht jetzt wieder Ihr Passwort. Alle anderen Sitzungen wurden beendet.
      </MailText>
      <MailText>
        Wenn Sie das waren, brauchen Sie nichts zu tun. Unter „Mein Konto“ können Sie jederzeit
        wieder einen zweiten Faktor einrichten.
      </MailText>
      <MailText>Wenn Sie das nicht waren, setzen Sie bitte gleich ein neues Passwort:</MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </>
  ),
);

/** Tells the owner that the operator took the second factor away (T4). */
export const factorReset = letter(
  'Zweiter Faktor entfernt',
  'Ihr zweiter Faktor wurde entfernt.',
  ({ appName, link }) => (
    <>
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
    </>
  ),
);

/** Warns the owner that somebody who knows the password is guessing codes (T3). */
export const codesGuessed = letter(
  'Jemand kennt vermutlich Ihr Passwort',
  'Jemand kennt vermutlich Ihr Passwort.',
  ({ appName, link }) => (
    <>
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
    </>
  ),
);

/** Tells the owner that a recovery code was used, and how many are left (T4). */
export const recoveryCodeUsed = letter<{ left: string }>(
  'Wiederherstellungscode benutzt',
  'Jemand hat sich mit einem Ihrer Wiederherstellungscodes eingeloggt.',
  ({ appName, left, link }) => (
    <>
      <MailText>
        in Ihrem Benutzerkonto bei {appName} wurde einer Ihrer Wiederherstellungscodes benutzt.
        Jeder gilt nur einmal: Sie haben {left}.
      </MailText>
      <MailText>
        Wenn Sie das waren, brauchen Sie nichts zu tun. Unter „Mein Konto“ können Sie neue Codes
        erzeugen.
      </MailText>
      <MailText>
        Wenn Sie das nicht waren, kennt jemand Ihr Passwort und Ihre Wiederherstellungscodes. Setzen
        Sie bitte gleich ein neues Passwort, und erzeugen Sie danach neue Codes:
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </>
  ),
  ['left'],
);

/** Tells the owner that the recovery codes were replaced (T4). */
export const recoveryCodesNew = letter(
  'Neue Wiederherstellungscodes',
  'Es gibt neue Wiederherstellungscodes für Ihr Konto.',
  ({ appName, link }) => (
    <>
      <MailText>
        für Ihr Benutzerkonto bei {appName} wurden zehn neue Wiederherstellungscodes erzeugt. Die
        bisherigen gelten nicht mehr. Wenn Sie das waren, brauchen Sie nichts zu tun.
      </MailText>
      <MailText>
        Wenn Sie das nicht waren, war jemand in Ihrem Konto. Setzen Sie bitte gleich ein neues
        Passwort, und erzeugen Sie danach unter „Mein Konto“ selbst neue Codes:
      </MailText>
      <MailLink href={link}>Neues Passwort setzen</MailLink>
    </>
  ),
);
