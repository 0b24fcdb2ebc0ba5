import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
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
      <PageHeader title="Datenschutz" />
      <p>Der Betreiber dieser Installation hat noch keine Datenschutzerklärung hinterlegt.</p>
      <h2>Was die Software speichert</h2>
      <ul className="list-disc pl-6">
        <li>Ihr Benutzerkonto: Name, E-Mail-Adresse und ein Prüfwert des Passworts</li>
        <li>
          Ihre Sitzungen: wann, mit welchem Programm und aus welchem Netz (ohne die genaue Adresse)
          Sie angemeldet sind, höchstens 30 Tage ohne Nutzung
        </li>
        <li>
          woran wir ein Gerät wiedererkennen, von dem Sie sich schon angemeldet haben, als Prüfwert
          bis 400 Tage danach
        </li>
        <li>wer in Ihrem Verein wann was geändert hat, {auditDays} Tage lang</li>
        <li>
          was Ihr Verein über seine Mitglieder, Veranstaltungen, Anmeldungen und Umfragen einträgt
        </li>
        <li>
          Ihre Abwesenheiten bis 30 Tage danach, Notizen an Antworten bis 30 Tage nach der
          Veranstaltung
        </li>
        <li>
          welche E-Mails Sie bekommen möchten, welche wir Ihnen geschickt haben (90 Tage lang), und
          ob Ihr Postfach sie abgelehnt hat (30 Tage, eine gesperrte Adresse ein Jahr)
        </li>
        <li>Nachrichten, die jemand im Verein an mehrere schreibt, 12 Monate lang</li>
      </ul>
      <p>
        Was über Sie gespeichert ist, sehen Sie in „Mein Konto“ unter „Meine Daten“. Wer kein
        Konto hat, bekommt die Auskunft von seinem Verein.
      </p>
      <h2>Welche E-Mails wir schicken</h2>
      <p>
        E-Mails zu Ihrem Konto, zu Veranstaltungen und Umfragen Ihres Vereins, Erinnerungen und
        Nachrichten aus dem Verein. Worüber er Ihnen schreibt, stellen Sie in „Mein Konto“ ein oder
        bestellen es in der E-Mail selbst ab. Ob Sie eine E-Mail öffnen oder einen Link darin
        anklicken, wird nicht gemessen.
      </p>
      <p>Es gibt nur technisch nötige Cookies, keine Werbung und keine Inhalte von Dritten.</p>
      <h2>Für den Betreiber</h2>
      <p>
        Setzen Sie <code>PRIVACY_URL</code> auf die Adresse Ihrer Datenschutzerklärung. Sie nennt
        nach Art. 13 DSGVO unter anderem den Verantwortlichen, Zwecke, Rechtsgrundlagen, Empfänger,
        Speicherdauer und die Rechte der Betroffenen.
      </p>
    </>
  );
}
