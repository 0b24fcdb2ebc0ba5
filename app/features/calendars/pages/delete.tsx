import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { feedsPath } from '~/paths/calendars';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { deleteFeed, readFeedForDeletion } from '../operations.server';
import { messages } from '../wording';

const TITLE = 'Kalender-Abo löschen';

export const meta = titled(TITLE);
export const loader = page(readFeedForDeletion, {
  gone: { to: feedsPath, message: messages.feedDeleteFailed },
});
export const action = form(deleteFeed, {
  success: messages.feedDeleted,
  failure: messages.feedDeleteFailed,
  next: feedsPath,
  gone: feedsPath,
});

/** Confirms deleting a feed (M1). */
export default function DeleteFeedDialog() {
  const { label } = useLoaderData<typeof loader>();
  return (
    <QuestionDialog title={TITLE} closeTo={feedsPath} id="delete-feed" button="Löschen">
      <p className="wrap-anywhere">
        „{label}“ wirklich löschen? Die Adresse gilt dann nicht mehr. Was der Kalender auf dem Gerät
        schon geladen hat, verschwindet erst, wenn Sie das Abo auch dort entfernen.
      </p>
    </QuestionDialog>
  );
}
