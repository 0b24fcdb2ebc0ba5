import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BACK } from '~/paths/legal';
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
            'Name, E-Mail-Adresse und ein Prüfwert des Passworts (damit lässt es sich prüfen, aber nicht lesen)',
            'bis Sie Ihr Konto löschen; Links, die wir Ihnen mailen, als Prüfwert, höchstens 48 Stunden lang',
          ],
          [
            'Wann, mit welchem Programm und aus welchem Netz Sie eingeloggt sind',
            'bis 30 Tage nach der letzten Nutzung, ohne die genaue Adresse; woran wir ein Gerät wiedererkennen, ' +
              'als Prüfwert, bis 400 Tage danach',
          ],
          [
            'Einloggen mit Handy-Code: dessen Schlüssel und Prüfwerte der Wiederherstellungscodes',
            'bis Sie ihn abschalten',
          ],
          [
            'Kalender-Abos: Name und letzter Abruf, die Adresse nur als Prüfwert',
            'bis Sie sie löschen',
          ],
          [
            'Gegen Angriffe: Prüfwerte der Netze und Adressen, von denen sich jemand einloggt',
            'bis 90 Tage; ins Protokoll des Servers kommen nur Kennnummern, keine Namen oder Adressen',
          ],
        ]}
      />
      <h2 id="club">Ihr Verein</h2>
      <Stored
        items={[
          [
            'Name, Kennung, Beschreibung, Ihre Gruppen, und wenn er sie einträgt Kontaktdaten, Geburtstag, ' +
              'Geschlecht, Ein- und Austritt',
            'bis er es löscht; Tabellen, aus denen er Mitglieder einliest, 30 Tage lang',
          ],
          [
            'Zu- und Absagen, Wartelisten, Teilnahmen, Antworten in Umfragen und Serien, die Sie nicht betreffen',
            'solange der Eintrag als Mitglied und die Veranstaltung bestehen; Notizen an Antworten bis 30 Tage nach ' +
              'der Veranstaltung, Abwesenheiten bis 30 Tage nach ihrem Ende',
          ],
          ['Einladungen', 'bis zu Ihrer Antwort, höchstens 90 Tage'],
          ['Wer im Verein wann was geändert hat', `${auditDays} Tage lang`],
          [
            'Welche E-Mails Sie bekommen möchten und welche wir Ihnen geschickt haben',
            '90 Tage lang, ohne den Text; ob Ihr Postfach sie abgelehnt hat, 30 Tage, eine gesperrte Adresse ein Jahr',
          ],
          ['Rundmails, die jemand im Verein an mehrere schreibt', '12 Monate lang'],
        ]}
      />
      <p>
        Gelöschtes kann noch in Datensicherungen stehen, bis auch diese gelöscht sind. Alles Genaue
        über Sie steht in der Auskunft, in „Mein Konto“ unter „Meine Daten“. Wer kein Konto hat,
        bekommt sie von seinem Verein.
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

function Stored({ items }: { items: [what: string, howLong: string][] }) {
  return (
    <dl>
      {items.map(([what, howLong]) => (
        <div key={what} className="border-t border-line py-2.5">
          <dt className="font-semibold">{what}</dt>
          <dd className="text-muted">{howLong}</dd>
        </div>
      ))}
    </dl>
  );
}
