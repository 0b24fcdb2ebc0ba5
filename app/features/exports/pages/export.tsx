import { useLoaderData, useLocation } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { exportFilePath, exportPath } from '~/paths/imports';
import { membersPath } from '~/paths/members';
import { Button, ButtonRow } from '~/ui/button';
import { Card } from '~/ui/card';
import { Disclosure } from '~/ui/disclosure';
import { CheckboxGroup, RadioGroup, SelectField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { keptQuery } from '~/ui/kept-query';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { COLUMNS, FORMATS } from '../fields';
import { readExport } from '../operations.server';
import { columnLabels, EXPORT_MEMBERS, formatTexts, restTexts } from '../wording';

const STATUS_OPTIONS = [
  { value: 'active', label: 'Aktive Mitglieder' },
  { value: 'former', label: 'Ehemalige' },
  { value: '', label: 'Aktive und Ehemalige' },
];

export const meta = titled(EXPORT_MEMBERS);
export const loader = page(readExport);

/** Chooses which members and columns to export (O7). */
export default function ExportMembers() {
  const { groups } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const shown = new URLSearchParams(search);
  const rest = Object.entries(restTexts).flatMap(([name, words]) => {
    const value = shown.get(name);
    return value ? [{ name, value, words: words(value) }] : [];
  });
  const [choosing, { format, status, group, columns }] = useActionForm<{
    format: string;
    status: string;
    group: string;
    columns: string[];
  }>({
    id: 'export',
    defaultValue: {
      status: shown.get('status') ?? 'active',
      group: shown.get('group') ?? '',
      format: shown.get('format') ?? 'xlsx',
      columns: shown.has('columns') ? shown.getAll('columns') : [...COLUMNS],
    },
  });
  return (
    <div className="grid max-w-160 grid-cols-1 gap-4 sm:gap-5">
      <PageHeader title={EXPORT_MEMBERS} back={{ to: membersPath(search), label: 'Mitglieder' }} />
      <Card>
        <ActionForm form={choosing} action={exportFilePath} reloadDocument>
          <SelectField field={status} label="Wer?" required={null} options={STATUS_OPTIONS} />
          {groups.length > 0 && (
            <SelectField
              field={group}
              label="Gruppe"
              required={null}
              options={[
                { value: '', label: 'Alle' },
                ...groups.map(({ uuid, name }) => ({ value: uuid, label: name })),
              ]}
            />
          )}
          {rest.length > 0 && (
            <p>
              Wie in der Liste nur: {rest.map(({ words }) => words).join(', ')}.{' '}
              <Link to={exportPath(keptQuery(search, ['status', 'group']))}>Ohne diese Filter</Link>
              {rest.map(({ name, value }) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
            </p>
          )}
          <RadioGroup
            field={format}
            label="Datei"
            options={FORMATS.map((value) => ({ value, label: formatTexts[value] }))}
          />
          <Disclosure summary="Spalten" note={`Alle ${COLUMNS.length}`} open={shown.has('columns')}>
            <CheckboxGroup
              field={columns}
              label="Was soll in der Datei stehen?"
              look="whole"
              options={COLUMNS.map((value) => ({ value, label: columnLabels[value] }))}
            />
          </Disclosure>
          <p className="text-md text-muted">
            Bitte geben Sie die Datei nicht weiter. Im Protokoll steht, wer sie erstellt hat.
          </p>
          <ButtonRow>
            <Button variant="primary">Herunterladen</Button>
          </ButtonRow>
        </ActionForm>
      </Card>
    </div>
  );
}
