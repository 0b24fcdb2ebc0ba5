import { useInstallation } from '~/root';
import { Card } from '~/ui/card';
import { Facts } from '~/ui/facts';
import type { ReportScreen, Sheet } from '../rows.server';
import { BACKUPS, NO_PROFILES, NOTHING, RECEIVERS, RIGHTS } from '../wording';

/** A report to be read and printed (S1). */
export function ReportPaper({ about, asOf, controller, limits, sections }: ReportScreen) {
  const { imprintUrl, privacyUrl } = useInstallation() ?? {};
  return (
    <>
      <Card title="Worum es geht">
        <div className="grid grid-cols-1 gap-3 wrap-anywhere">
          <p>
            Diese Auskunft nach Art. 15 DSGVO sagt, was über <strong>{about}</strong> gespeichert
            ist. Stand: {asOf}.
          </p>
          <p>
            {controller} <a href={imprintUrl}>Impressum</a>,{' '}
            <a href={privacyUrl}>Datenschutzerklärung</a>
          </p>
          <p>{limits}</p>
          <p>
            Die Namen anderer Menschen sind weggelassen. Genannt sind die üblichen Rechtsgrundlagen;
            die Datenschutzerklärung kann es genauer sagen.
          </p>
        </div>
      </Card>
      {sections.map((sheet) => (
        <SheetCard key={sheet.name} {...sheet} />
      ))}
      <Card title="Wer die Daten bekommt">
        <List items={RECEIVERS} />
      </Card>
      <Card title="Ihre Rechte">
        <List items={[...RIGHTS, NO_PROFILES, BACKUPS]} />
      </Card>
    </>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="list-disc pl-6">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** A section: purpose, origin and storage time, then what is stored. */
function SheetCard({ title, purpose, basis, origin, storage, note, more, ...stored }: Sheet) {
  return (
    <Card title={title}>
      <div className="grid grid-cols-1 gap-3 wrap-anywhere">
        <p className="text-md text-muted">
          <b>Wozu:</b> {purpose} <b>Grundlage:</b> {basis} <b>Woher:</b> {origin} <b>Wie lange:</b>{' '}
          {storage}
        </p>
        {stored.rows.length === 0 ? <p>{NOTHING}</p> : <Entries {...stored} />}
        {more && <p>{more}</p>}
        {note && <p>{note}</p>}
      </div>
    </Card>
  );
}

type Stored = Pick<Sheet, 'isNamed' | 'labels' | 'rows'>;

/** One below the other, as a table with this many columns would not fit on paper. */
function Entries({ isNamed, labels, rows }: Stored) {
  const [first = []] = rows;
  if (rows.length === 1) {
    return (
      <Facts
        items={labels
          .map((label, at) => ({ label, value: <Typed text={first[at] ?? ''} /> }))
          .filter((_fact, at) => first[at] !== '')}
      />
    );
  }
  return (
    <ul className="text-md whitespace-pre-line text-muted">
      {rows.map(([heading = '', ...values], at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no identity but its position.
          key={at}
          className="break-inside-avoid border-t border-line py-1.5 first:border-t-0"
        >
          <b className="text-ink">{isNamed ? heading : `${labels[0]} ${heading}`}</b>
          {inOneLine(labels.slice(1), values)}
        </li>
      ))}
    </ul>
  );
}

const inOneLine = (labels: readonly string[], values: readonly string[]) =>
  labels.flatMap((label, at) => (values[at] ? [` · ${label}: ${values[at]}`] : []));

function Typed({ text }: { text: string }) {
  return <span className="whitespace-pre-line wrap-anywhere">{text}</span>;
}
