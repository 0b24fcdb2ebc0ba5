import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { daysToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { breaksBehind, breaksPath } from '~/paths/series';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { deleteBreak, readBreak } from '../operations/breaks.server';
import { messages } from '../wording';

const TITLE = 'Pause löschen';

export const meta = titled(TITLE);

const read = page(readBreak, {
  gone: { to: breaksBehind, message: messages.breaksLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const pause = await read(args);
  return { name: pause.name, days: daysToText(pause) };
}

export const action = form(deleteBreak, {
  success: messages.breakDeleted,
  failure: messages.breakDeleteFailed,
  next: (_days, args) => breaksBehind(args),
  gone: breaksBehind,
});

/** Asks before a break is deleted, as cancelled dates will take place again. */
export default function DeleteBreak() {
  const { name, days } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <QuestionDialog title={TITLE} closeTo={breaksPath(search)} id="delete-break" button="Löschen">
      <p className="wrap-anywhere">
        Möchten Sie <strong>{name}</strong> ({days}) wirklich löschen? Was deshalb ab morgen
        ausfällt, findet dann wieder statt.
      </p>
    </QuestionDialog>
  );
}
