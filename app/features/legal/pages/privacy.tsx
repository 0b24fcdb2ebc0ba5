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
      <h2>Ihr Konto</h2>
      <ul className="list-disc pl-6">
        <li>
          Name, E-Mail-Adresse und ein Prüfwert des Passworts, bis Sie Ihr Konto löschen; Links, die
          wir Ihnen mailen, als Prüfwert, bis sie nach höchstens 48 Stunden ungültig werden
        </li>
        <li>
          wann, mit welchem Programm und aus welchem Netz (ohne die genaue Adresse) Sie eingeloggt
          sind, bis 30 Tage nach der letzten Nutzung, und als Prüfwert, woran wir ein Gerät
          wiedererkennen, bis 400 Tage danach
        </li>
        <li>
          wenn Sie sich mit Handy-Code einloggen: dessen Schlüssel und Prüfwerte der
          Wiederherstellungscodes, bis Sie ihn abschalten
        </li>
        <li>
          Ihre Kalender-Abos mit Namen und letztem Abruf, die Adresse nur als Prüfwert, bis Sie sie
          löschen
        </li>
        <li>
          gegen Angriffe: Prüfwerte der Netze und Adressen, von denen sich jemand einloggt, bis 90
          Tage; ins Protokoll des Servers kommen nur Kennnummern, keine Namen oder Adressen
        </li>
      </ul>
      <h2>Ihr Verein</h2>
      <ul className="list-disc pl-6">
        <li>
          was er über Sie als Mitglied führt: Name, Kennung, Beschreibung, Ihre Gruppen, und wenn er
          sie einträgt Kontaktdaten, Geburtstag und Ein- und Austritt, bis er es löscht
        </li>
        <li>
          Ihre Zu- und Absagen, Wartelisten, Teilnahmen und Antworten in Umfragen, solange der
          Eintrag als Mitglied und die Veranstaltung bestehen; Notizen an Antworten bis 30 Tage nach
          der Veranstaltung, Abwesenheiten bis 30 Tage nach ihrem Ende
        </li>
        <li>Einladungen bis zu Ihrer Antwort, höchstens 90 Tage</li>
        <li>wer im Verein wann was geändert hat, {auditDays} Tage lang</li>
        <li>
          welche E-Mails Sie bekommen möchten, welche wir Ihnen geschickt haben (90 Tage lang, ohne
          den Text), und ob Ihr Postfach sie abgelehnt hat (30 Tage, eine gesperrte Adresse ein
          Jahr)
        </li>
        <li>Nachrichten, die jemand im Verein an mehrere schreibt, 12 Monate lang</li>
      </ul>
      <p>
        Gelöschtes kann noch in Datensicherungen stehen, bis auch diese gelöscht sind. Alles Genaue
        über Sie steht in der Auskunft, in „Mein Konto“ unter „Meine Daten“. Wer kein Konto hat,
        bekommt sie von seinem Verein.
      </p>
      <h2>Welche E-Mails wir schicken</h2>
      <p>
        E-Mails zu Ihrem Konto, zu Veranstaltungen und Umfragen Ihres Vereins, Erinnerungen und
        Nachrichten aus dem Verein. Worüber er Ihnen schreibt, stellen Sie in „Mein Konto“ ein oder
        bestellen es in der E-Mail selbst ab. Ob Sie eine E-Mail öffnen oder einen Link darin
        anklicken, wird nicht gemessen.
      </p>
      <p>Es gibt nur technisch nötige Cookies, keine Werbung und keine Inhalte von Dritten.</p>
    </>
  );
}
