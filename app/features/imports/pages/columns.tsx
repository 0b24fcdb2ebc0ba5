import { getSelectProps } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { importPath, importsPath } from '~/paths/imports';
import { Button, ButtonRow } from '~/ui/button';
import { Card } from '~/ui/card';
import { ErrorText } from '~/ui/field-frame';
import { ActionForm, useActionForm } from '~/ui/form';
import { Select } from '~/ui/input';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { TARGETS, targetLabels } from '../fields';
import { readImportColumns, setImportColumns } from '../operations/reading.server';
import { messages } from '../wording';

const TITLE = 'Was steht in welcher Spalte?';

export const meta = titled(TITLE);
export const loader = page(readImportColumns);
export const action = form(setImportColumns, {
  failure: messages.columnsNotSaved,
  next: ({ uuid }) => importPath(uuid),
  gone: importsPath,
  saysConflictOn: ({ params }) => importPath(params.import ?? ''),
});

const OPTIONS = TARGETS.map((value) => ({ value, label: targetLabels[value] }));

/** Sets what each column holds: guessed by heading and content, or as the club chose last (O5). */
export default function ImportColumns() {
  const { fileName, columns } = useLoaderData<typeof loader>();
  const [choosing, { fields }] = useActionForm<{ fields: string[] }>({
    id: 'columns',
    defaultValue: { fields: columns.map(({ field }) => field) },
  });
  // A program may have posted something other than a list.
  const each = Array.isArray(fields.initialValue ?? []) ? fields.getFieldList() : [];
  return (
    <div className="grid max-w-160 grid-cols-1 gap-4 sm:gap-5">
      <PageHeader title={TITLE} back={{ to: importsPath, label: 'Andere Tabelle' }} />
      <p className="wrap-anywhere text-muted">{fileName}</p>
      <p>Kennung und Beschreibung sehen alle Mitglieder.</p>
      <Card>
        <ActionForm form={choosing} labels={{ fields: 'Spalten' }}>
          {fields.errors && <ErrorText id={fields.errorId}>{fields.errors.join(' ')}</ErrorText>}
          <ul className="grid gap-4">
            {columns.map(({ heading, examples }, at) => {
              const field = each[at];
              if (!field) return null;
              const { key, required: _any, ...props } = getSelectProps(field);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a table's columns stay where they are.
                <li key={at} className="grid gap-1 sm:grid-cols-2">
                  <label className="min-w-0 wrap-anywhere" htmlFor={field.id}>
                    <strong>{heading || `Spalte ${at + 1}`}</strong>
                    <span className="block truncate text-sm text-muted">
                      {examples.join(' · ')}
                    </span>
                  </label>
                  <Select key={key} {...props} options={OPTIONS} />
                </li>
              );
            })}
          </ul>
          <ButtonRow>
            <Button variant="primary">Weiter zur Vorschau</Button>
          </ButtonRow>
        </ActionForm>
      </Card>
    </div>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.importLoadFailed);
