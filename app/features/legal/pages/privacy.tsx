import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { BACK } from '~/paths/legal';
import * as kept from '~/retention';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';

export const meta = titled('Datenschutz');

export const loader = ({ context }: LoaderFunctionArgs) => ({
  auditDays: context.services.config.auditDays,
  imprintUrl: context.services.config.imprintUrl,
});

/** Shown until the operator sets PRIVACY_URL (B8). Keep what it says of stored data true. */
export default function Privacy() {
  const { auditDays, imprintUrl } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Datenschutz" back={BACK} />
      <p>
        Kurz gesagt: keine Werbung, nichts von Dritten, nur technisch nötige Cookies. Was diese
        Software über Sie speichert und wie lange, steht hier.
      </p>
      <p>
        Für das, was Ihr Verein über seine Mitglieder einträgt, ist er verantwortlich. Für Ihr
        Benutzerkonto ist es, wer{' '}
        {imprintUrl ? (
          <>
            im <a href={imprintUrl}>Impressum</a> steht
          </>
        ) : (
          'diese Seite betreibt'
        )}
        .
      </p>
      <ul className="flex flex-wrap gap-x-6 print:hidden">
        {Object.entries(PARTS).map(([id, title]) => (
          <li key={id}>
            <a className="inline-flex min-h-target items-center" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      <Heading id="konto" />
      <Stored what="Name, E-Mail-Adresse und Passwort">
        Sie bleiben, bis Sie Ihr Konto löschen. Vom Passwort speichern wir nur einen Prüfwert: Damit
        lässt es sich prüfen, aber nicht lesen. Genauso halten wir es mit Links, die wir Ihnen
        mailen, und das höchstens {kept.LINK_HOURS} Stunden.
      </Stored>
      <Stored what="Geräte">
        Bis {kept.SESSION_DAYS} Tage nach der letzten Nutzung wissen wir, wann, mit welchem Programm
        und aus welchem Netz Sie eingeloggt sind, aber nicht die genaue Adresse. Um ein Gerät
        wiederzuerkennen, behalten wir einen Prüfwert, bis es {kept.DEVICE_DAYS} Tage nicht benutzt
        wurde.
      </Stored>
      <Stored what="Handy-Code">
        Wenn Sie einen einrichten, bleiben sein Schlüssel und Prüfwerte der Wiederherstellungscodes,
        bis Sie ihn abschalten.
      </Stored>
      <Stored what="Kalender-Abos">
        Name, letzter Abruf und ein Prüfwert der Adresse bleiben, bis Sie das Abo löschen.
      </Stored>
      <Stored what="Schutz vor Angriffen">
        Von Netzen und Adressen, von denen sich jemand einloggt, behalten wir bis zu 90 Tage
        Prüfwerte. Ins Protokoll des Servers kommen nur Kennnummern, keine Namen oder Adressen.
      </Stored>
      <Heading id="verein" />
      <Stored what="Ihr Eintrag als Mitglied">
        Bis Ihr Verein ihn löscht, stehen darin Name, Kennung, Beschreibung, Gruppen und
        Berechtigungen, und wenn er sie einträgt auch Kontaktdaten, Geburtstag, Geschlecht, Ein- und
        Austritt. Tabellen, aus denen er Mitglieder einliest, bleiben {kept.IMPORT_DAYS} Tage.
      </Stored>
      <Stored what="Ihre Antworten">
        Solange es Ihren Eintrag und die Veranstaltung gibt, bleiben Ihre Zu- und Absagen,
        Wartelisten, Teilnahmen und Umfragen, und welche Serien Sie nicht betreffen. Notizen an
        Antworten und Abwesenheiten bleiben bis {kept.NOTE_DAYS} Tage danach.
      </Stored>
      <Stored what="Einladungen">
        Sie bleiben bis zu Ihrer Antwort, höchstens {kept.INVITATION_DAYS} Tage. Wann Sie eine
        angenommen haben, bleibt, solange Sie zum Verein gehören.
      </Stored>
      <Stored what="Protokoll">
        Wer im Verein wann was geändert hat, bleibt {auditDays} Tage.
      </Stored>
      <Stored what="E-Mails">
        Wir speichern, welche Sie bekommen möchten. Welche wir Ihnen geschickt haben, bleibt{' '}
        {kept.MAIL_DAYS} Tage, ohne den Text. Hat Ihr Postfach eine abgelehnt, bleibt das{' '}
        {kept.REFUSAL_DAYS} Tage, eine gesperrte Adresse {kept.BLOCK.said}.
      </Stored>
      <Stored what="Rundmails">
        Was jemand im Verein an mehrere schreibt, bleibt {kept.MESSAGE_MONTHS} Monate.
      </Stored>
      <Heading id="auskunft" />
      <p>
        Gelöschtes kann noch in Datensicherungen stehen, bis auch diese gelöscht sind. Von einem
        gelöschten Mitglied bleibt nur eine Kennnummer.
      </p>
      <p>
        Alles Genaue über Sie steht in der Auskunft, in „Mein Konto“ unter „Meine Daten“. Wer kein
        Konto hat, bekommt sie von seinem Verein.
      </p>
      <p>
        Stimmt etwas nicht, lassen Sie es berichtigen oder löschen. Beschweren können Sie sich auch
        bei der Datenschutz-Aufsicht Ihres Bundeslands.
      </p>
      <Heading id="cookies" />
      <p>
        Wir schicken E-Mails zu Ihrem Konto, zu Veranstaltungen und Umfragen Ihres Vereins,
        Erinnerungen und Rundmails aus dem Verein. Worüber er Ihnen schreibt, stellen Sie in „Mein
        Konto“ ein oder bestellen es in der E-Mail selbst ab. Ob Sie eine E-Mail öffnen oder einen
        Link darin anklicken, wird nicht gemessen.
      </p>
      <p>
        Cookies halten Sie eingeloggt, erkennen Ihr Gerät wieder und merken sich, was Sie gewählt
        haben.
      </p>
    </>
  );
}

/** What the page is about, by the id of each part. */
const PARTS = {
  konto: 'Ihr Konto',
  verein: 'Ihr Verein',
  auskunft: 'Löschen und Auskunft',
  cookies: 'E-Mails und Cookies',
} as const;

function Heading({ id }: { id: keyof typeof PARTS }) {
  return (
    <h2 className="border-t border-line pt-5" id={id}>
      {PARTS[id]}
    </h2>
  );
}

function Stored({ what, children }: { what: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-1">
      <h3>{what}</h3>
      <p>{children}</p>
    </section>
  );
}
