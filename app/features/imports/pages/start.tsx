import { getInputProps } from '@conform-to/react';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { importPath } from '~/paths/imports';
import { membersPath } from '~/paths/members';
import { IMPORT_DAYS } from '~/retention';
import { instantInShort } from '~/times';
import { Button, ButtonRow } from '~/ui/button';
import { Card } from '~/ui/card';
import { Doors } from '~/ui/doors';
import { TextArea } from '~/ui/field';
import { FieldFrame } from '~/ui/field-frame';
import { ActionForm, useActionForm } from '~/ui/form';
import { Input } from '~/ui/input';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { readImports, readTable } from '../operations/reading.server';
import { countsInWords, IMPORT_MEMBERS, messages, TOO_LARGE } from '../wording';

export const meta = titled(IMPORT_MEMBERS);

const read = page(readImports);

export async function loader(args: LoaderFunctionArgs) {
  const { imports } = await read(args);
  return imports.map(({ uuid, fileName, createdAt, counts, state, timeZone }) => ({
    uuid,
    fileName,
    at: instantInShort(createdAt, timeZone),
    said:
      state === 'undone'
        ? 'rückgängig gemacht'
        : state === 'read' || state === 'judged'
          ? 'noch nicht eingetragen'
          : countsInWords(counts),
    step: state === 'read' ? ('/columns' as const) : ('' as const),
  }));
}

export const action = form(readTable, {
  failure: messages.tableNotRead,
  next: ({ uuid, isJudged }) => importPath(uuid, isJudged ? '' : '/columns'),
});

/** Choosing or pasting a table (O5). */
export default function ChooseTable() {
  const imports = useLoaderData<typeof loader>();
  const [choosing, { file, table }] = useActionForm<{ file: File; table: string }>({ id: 'table' });
  const { key, ...input } = getInputProps(file, { type: 'file' });
  const hint = 'Excel (.xlsx) oder CSV, höchstens 5 MB und 20.000 Zeilen.';
  return (
    <div className="grid max-w-160 grid-cols-1 gap-4 sm:gap-5">
      <PageHeader title={IMPORT_MEMBERS} back={{ to: membersPath(), label: 'Mitglieder' }} />
      <p>
        Wählen Sie Ihre Mitgliederliste, oder fügen Sie Namen ein. Danach prüfen Sie jede Zeile;
        eingetragen wird erst, wenn Sie es sagen.
      </p>
      <Card>
        <ActionForm form={choosing} labels={{ file: 'Datei', table: 'Oder einfügen' }} withFile>
          <FieldFrame field={file} label="Datei" hint={hint} required={null}>
            <Input key={key} {...input} required={false} accept=".csv,.txt,.xlsx" />
          </FieldFrame>
          <TextArea
            field={table}
            label="Oder einfügen"
            rows={5}
            required={null}
            hint="Je Zeile ein Name, „Anna Lindner“ oder „Lindner, Anna“; oder eine Tabelle mit der Zeile der Überschriften."
          />
          <ButtonRow>
            <Button variant="primary">Weiter</Button>
          </ButtonRow>
        </ActionForm>
      </Card>
      {imports.length > 0 && (
        <section className="grid gap-2">
          <h2>Letzte Importe</h2>
          <Doors
            doors={imports.map(({ uuid, fileName, at, said, step }) => ({
              label: fileName,
              says: `${at}, ${said}`,
              to: importPath(uuid, step),
            }))}
          />
          <p className="text-muted">
            {IMPORT_DAYS} Tage lang lässt sich ein Import rückgängig machen.
          </p>
        </section>
      )}
    </div>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.importLoadFailed, TOO_LARGE);
