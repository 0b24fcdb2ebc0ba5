import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { daysToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { absencesPath } from '~/paths/absences';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { deleteAbsence, readAbsenceForDeletion } from '../operations.server';
import { messages } from '../wording';

const TITLE = 'Abwesenheit zurücknehmen';

export const meta = titled(TITLE);

const read = page(readAbsenceForDeletion, {
  gone: { to: () => absencesPath, message: messages.absencesLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  return { days: daysToText(await read(args)) };
}

export const action = form(deleteAbsence, {
  success: messages.absenceDeleted,
  failure: messages.absenceDeleteFailed,
  next: absencesPath,
  gone: absencesPath,
});

/** Asks before an absence is taken back with its declines (L8). */
export default function Withdrawal() {
  const { days } = useLoaderData<typeof loader>();
  return (
    <QuestionDialog
      title={TITLE}
      closeTo={absencesPath}
      id="withdraw-absence"
      button="Zurücknehmen"
      variant="primary"
    >
      <p>
        Sind Sie doch da, <strong>{days}</strong>? Die Absagen, die wir für Sie gegeben haben,
        fallen weg. Was Sie selbst geantwortet haben, bleibt.
      </p>
    </QuestionDialog>
  );
}
