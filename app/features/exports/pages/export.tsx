import { useLoaderData, useLocation } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { exportFilePath } from '~/paths/imports';
import { membersPath } from '~/paths/members';
import { Button, ButtonRow } from '~/ui/button';
import { Card } from '~/ui/card';
import { Disclosure } from '~/ui/disclosure';
import { CheckboxGroup, RadioGroup, SelectField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { readExport } from '../operations.server';
import { COLUMNS, FORMATS } from '../schema';
import { columnLabels, EXPORT_MEMBERS, formatTexts } from '../wording';

export const meta = titled(EXPORT_MEMBERS);
export const loader = page(readExport);

/** Chooses which members and columns to export (O7). */
export default function ExportMembers() {
  const { groups } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [choosing, { format, group, columns }] = useActionForm<{
    format: string;
    group: string;
    columns: string[];
  }>({
    id: 'export',
    defaultValue: {
      group: new URLSearchParams(search).get('group') ?? '',
      format: 'xlsx',
      columns: [...COLUMNS],
    },
  });
  return (
    <div className="grid max-w-160 grid-cols-1 gap-6">
      <PageHeader title={EXPORT_MEMBERS} back={{ to: membersPath(search), label: 'Mitglieder' }} />
      <Card>
        <ActionForm form={choosing} action={exportFilePath} reloadDocument>
          {groups.length > 0 && (
            <SelectField
              field={group}
              label="Wer?"
              required={null}
              options={[
                { value: '', label: 'Alle Mitglieder' },
                ...groups.map(({ uuid, name }) => ({ value: uuid, label: name })),
              ]}
            />
          )}
          <RadioGroup
            field={format}
            label="Datei"
            options={FORMATS.map((value) => ({ value, label: formatTexts[value] }))}
          />
          <Disclosure summary="Spalten" note={`Alle ${COLUMNS.length}`}>
            <CheckboxGroup
              field={columns}
              label="Was soll in der Datei stehen?"
              look="whole"
              options={COLUMNS.map((value) => ({ value, label: columnLabels[value] }))}
            />
          </Disclosure>
          <ButtonRow>
            <Button variant="primary">Herunterladen</Button>
          </ButtonRow>
          <p className="text-md text-muted">
            Bitte geben Sie die Datei nicht weiter. Im Protokoll steht, wer sie erstellt hat.
          </p>
        </ActionForm>
      </Card>
    </div>
  );
}
