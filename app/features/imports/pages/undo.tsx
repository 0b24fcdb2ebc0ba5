import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { importPath, importsPath } from '~/paths/imports';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { readImportColumns } from '../operations/reading.server';
import { undoImport } from '../operations/starting.server';
import { messages, UNDO_IMPORT } from '../wording';

export const meta = titled(UNDO_IMPORT);
export const loader = page(readImportColumns, {
  gone: { to: importsPath, message: messages.importLoadFailed },
});
export const action = form(undoImport, {
  success: messages.undoStarted,
  failure: messages.undoFailed,
  next: ({ uuid }) => importPath(uuid),
  gone: importsPath,
  saysConflictOn: ({ params }) => importPath(params.import ?? ''),
});

/** Asks before an import is undone (O6). */
export default function UndoImport() {
  const { uuid, fileName } = useLoaderData<typeof loader>();
  return (
    <QuestionDialog
      title={UNDO_IMPORT}
      closeTo={importPath(uuid)}
      id="undo-import"
      button="Rückgängig machen"
    >
      <p className="wrap-anywhere">
        Soll der Import von <strong>{fileName}</strong> rückgängig gemacht werden?
      </p>
      <p>
        Mitglieder, die durch ihn kamen, werden gelöscht, außer sie haben schon einen Zugang oder
        sind sonst in Gebrauch. Einladungen an die gelöschten gelten nicht mehr. Was er geändert
        hat, wird wieder wie zuvor, außer jemand hat es seither selbst geändert. Was bleibt, steht
        danach hier.
      </p>
    </QuestionDialog>
  );
}
