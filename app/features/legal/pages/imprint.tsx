import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';

export const meta = titled('Impressum');

/** Shown until the operator sets IMPRINT_URL (B8). */
export default function Imprint() {
  return (
    <>
      <PageHeader title="Impressum" />
      <p>Der Betreiber dieser Installation hat noch kein Impressum hinterlegt.</p>
      <h2>Für den Betreiber</h2>
      <p>
        Setzen Sie <code>IMPRINT_URL</code> auf die Adresse Ihres Impressums. Es nennt nach § 5 DDG:
      </p>
      <ul className="list-disc pl-6">
        <li>Name und Anschrift des Vereins, Rechtsform und wer ihn vertritt</li>
        <li>E-Mail-Adresse und einen zweiten schnellen Weg der Kontaktaufnahme</li>
        <li>Registergericht und Registernummer, falls eingetragen</li>
        <li>die Umsatzsteuer-Identifikationsnummer, falls vorhanden</li>
      </ul>
    </>
  );
}
