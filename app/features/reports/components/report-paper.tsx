import type { ReactNode } from 'react';
import { useInstallation } from '~/root';
import { Card } from '~/ui/card';
import { Facts } from '~/ui/facts';
import { Table } from '~/ui/table';
import type { ReportScreen, Sheet } from '../rows.server';
import { BACKUPS, NO_PROFILES, NOTHING, RECEIVERS, RIGHTS } from '../wording';

/** A report to be read and printed (S1). */
export function ReportPaper({ about, asOf, controller, limits, sections }: ReportScreen) {
  const { imprintUrl, privacyUrl } = useInstallation() ?? {};
  return (
    <>
      <Card title="Worum es geht">
        <div className="grid gap-3">
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

/** A section: what for, where from and how long, then what is stored. */
function SheetCard({ title, purpose, basis, origin, storage, note, rows, labels, more }: Sheet) {
  return (
    <Card title={title}>
      <div className="grid gap-3">
        <p className="text-md text-muted">
          <b>Wozu:</b> {purpose} <b>Grundlage:</b> {basis} <b>Woher:</b> {origin} <b>Wie lange:</b>{' '}
          {storage}
        </p>
        {rows.length === 0 ? <p>{NOTHING}</p> : <Entries {...{ title, labels, rows }} />}
        {more && <p>{more}</p>}
        {note && <p>{note}</p>}
      </div>
    </Card>
  );
}

function Entries({ title, labels, rows }: Pick<Sheet, 'title' | 'labels' | 'rows'>) {
  const [first = []] = rows;
  const numbered = rows.map((values, at) => ({ at, values }));
  if (rows.length === 1) {
    return (
      <Facts
        items={labels
          .map((label, at) => ({ label, value: written(first[at]) }))
          .filter((_fact, at) => first[at] !== '')}
      />
    );
  }
  return (
    <Table
      caption={title}
      rows={numbered}
      rowKey={({ at }) => String(at)}
      columns={labels.map((label, column) => ({
        label,
        cell: ({ values }: (typeof numbered)[number]) => written(values[column]),
      }))}
    />
  );
}

/** As it was typed, with its lines. */
const written = (value = ''): ReactNode => (
  <span className="whitespace-pre-line wrap-anywhere">{value || '–'}</span>
);
