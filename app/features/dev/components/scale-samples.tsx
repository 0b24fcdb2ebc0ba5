import { Card, Stack } from '~/ui/card';

/** The scale of type in tokens.css: what each size is for. */
const TYPE = [
  { look: 'font-serif font-bold text-2xl', name: '2xl', use: 'Überschrift der Seite' },
  { look: 'font-serif font-bold text-xl', name: 'xl', use: 'Abschnitt, Dialog, Karte' },
  { look: 'text-lg font-semibold', name: 'lg', use: 'Name auf einer Karte' },
  { look: 'text-base', name: 'base', use: 'Text, Felder, Knöpfe; Namen halbfett' },
  { look: 'text-md', name: 'md', use: 'Hinweise, Zellen einer Tabelle' },
  { look: 'text-sm', name: 'sm', use: 'Spaltenköpfe, Aktionen einer Zeile' },
  { look: 'text-xs', name: 'xs', use: 'Leiste am unteren Rand, Wörter unter Zeichen' },
  { look: 'text-2xs', name: '2xs', use: 'Marken in einer Zeile' },
];

/** Steps of 4 px: what each distance is for. */
const SPACE = [
  { step: 1, use: 'Beschriftung und Feld' },
  { step: 2, use: 'Zeichen und Wort' },
  { step: 3, use: 'Knöpfe nebeneinander' },
  { step: 4, use: 'Rand einer Karte, Teile einer Seite auf dem Telefon' },
  { step: 5, use: 'Teile einer Seite' },
  { step: 6, use: 'Felder eines Formulars, Rand eines Dialogs' },
  { step: 8, use: 'Rand des Blattes bei der Anmeldung' },
  { step: 12, use: 'Ende der Seite' },
];

/** The scales of type and of space, and the two heights of paper. */
export function ScaleSamples() {
  return (
    <>
      <Card title="Schrift">
        <dl className="grid gap-2">
          {TYPE.map(({ look, name, use }) => (
            <div key={name} className="flex flex-wrap items-baseline gap-x-4">
              <dt className="w-32 text-md text-muted">text-{name}</dt>
              <dd className={look}>{use}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="Abstände">
        <dl className="grid gap-2">
          {SPACE.map(({ step, use }) => (
            <div key={step} className="flex flex-wrap items-center gap-x-4">
              <dt className="flex w-32 items-center gap-2 text-md text-muted">
                <svg className="fill-green" width={step * 4} height={12} aria-hidden="true">
                  <rect width="100%" height="100%" />
                </svg>
                {step} ({step * 4} px)
              </dt>
              <dd>{use}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Stack>
        <p className="rounded bg-card p-4 leaf">Ein Blatt am Brett (leaf)</p>
        <p className="rounded bg-card p-4 shadow-raised">Was darüber liegt (shadow-raised)</p>
      </Stack>
    </>
  );
}
