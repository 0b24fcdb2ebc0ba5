import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BACK } from '~/paths/legal';
import * as kept from '~/retention';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';

export const meta = titled('Datenschutz');

export const loader = ({ context }: LoaderFunctionArgs) => ({
  auditDays: context.services.config.auditDays,
});

/** Shown until the operator sets PRIVACY_URL (B8). Keep the list of stored data true. */
export default function Privacy() {
  const { auditDays } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Datenschutz" back={BACK} />
      <p>
        Das speichert diese Software über Sie. Verantwortlich ist Ihr Verein für das, was er über
        seine Mitglieder einträgt, und wer diese Seite betreibt für Ihr Benutzerkonto.
      </p>
      <p>
        <a href="#account">Ihr Konto</a> · <a href="#club">Ihr Verein</a> ·{' '}
        <a href="#mails">E-Mails</a>
      </p>
      <h2 id="account">Ihr Konto</h2>
      <Stored
        items={[
          [
            'Name, E-Mail-Adresse, Passwort',
            'bis Sie Ihr Konto löschen; das Passwort nur als Prüfwert (damit lässt es sich prüfen, aber nicht lesen), ' +
              `auch Links, die wir Ihnen mailen, diese höchstens ${kept.LINK_HOURS} Stunden`,
          ],
          [
            'Geräte',
            'wann, mit welchem Programm und aus welchem Netz (ohne die genaue Adresse) Sie eingeloggt sind: ' +
              `bis ${kept.SESSION_DAYS} Tage nach der letzten Nutzung; woran wir ein Gerät wiedererkennen, als Prüfwert: bis ${kept.DEVICE_DAYS} Tage danach`,
          ],
          [
            'Handy-Code',
            'sein Schlüssel und Prüfwerte der Wiederherstellungscodes, bis Sie ihn abschalten',
          ],
          [
            'Kalender-Abos',
            'Name und letzter Abruf, die Adresse nur als Prüfwert, bis Sie sie löschen',
          ],
          [
            'Schutz vor Angriffen',
            'Prüfwerte der Netze und Adressen, von denen sich jemand einloggt, bis 90 Tage; ins Protokoll des Servers ' +
              'kommen nur Kennnummern, keine Namen oder Adressen',
          ],
        ]}
      />
      <h2 id="club">Ihr Verein</h2>
      <Stored
        items={[
          [
            'Ihr Eintrag als Mitglied',
            'Name, Kennung, Beschreibung, Gruppen, Berechtigungen, und wenn er sie einträgt Kontaktdaten, Geburtstag, ' +
              `Geschlecht, Ein- und Austritt, bis er es löscht; Tabellen, aus denen er Mitglieder einliest, ${kept.IMPORT_DAYS} Tage`,
          ],
          [
            'Ihre Antworten',
            'Zu- und Absagen, Wartelisten, Teilnahmen, Umfragen und Serien, die Sie nicht betreffen, solange Ihr ' +
              `Eintrag und die Veranstaltung bestehen; Notizen an Antworten und Abwesenheiten bis ${kept.NOTE_DAYS} Tage danach`,
          ],
          [
            'Einladungen',
            `bis zu Ihrer Antwort, höchstens ${kept.INVITATION_DAYS} Tage; wann Sie eine angenommen haben, solange Sie zum Verein gehören`,
          ],
          ['Protokoll', `wer im Verein wann was geändert hat, ${auditDays} Tage`],
          [
            'E-Mails',
            `welche Sie bekommen möchten; welche wir Ihnen geschickt haben, ohne den Text ${kept.MAIL_DAYS} Tage; ob Ihr Postfach sie ` +
              `abgelehnt hat, ${kept.REFUSAL_DAYS} Tage, eine gesperrte Adresse ${kept.BLOCK.said}`,
          ],
          ['Rundmails', `was jemand im Verein an mehrere schreibt, ${kept.MESSAGE_MONTHS} Monate`],
        ]}
      />
      <p>
        Gelöschtes kann noch in Datensicherungen stehen, bis auch diese gelöscht sind; von einem
        gelöschten Mitglied bleibt nur eine Kennnummer. Alles Genaue über Sie steht in der Auskunft,
        in „Mein Konto“ unter „Meine Daten“. Wer kein Konto hat, bekommt sie von seinem Verein.
      </p>
      <h2 id="mails">Welche E-Mails wir schicken</h2>
      <p>
        E-Mails zu Ihrem Konto, zu Veranstaltungen und Umfragen Ihres Vereins, Erinnerungen und
        Rundmails aus dem Verein. Worüber er Ihnen schreibt, stellen Sie in „Mein Konto“ ein oder
        bestellen es in der E-Mail selbst ab. Ob Sie eine E-Mail öffnen oder einen Link darin
        anklicken, wird nicht gemessen.
      </p>
      <p>Es gibt nur technisch nötige Cookies, keine Werbung und keine Inhalte von Dritten.</p>
    </>
  );
}

function Stored({ items }: { items: [what: string, more: string][] }) {
  return (
    <dl>
      {items.map(([what, more]) => (
        <div key={what} className="border-t border-line py-2.5">
          <dt className="font-semibold">{what}</dt>
          <dd className="text-muted">{more}</dd>
        </div>
      ))}
    </dl>
  );
}
