import { useLoaderData } from '@remix-run/react';
import { dateToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { factorPath } from '~/paths/factors';
import { Banner } from '~/ui/banner';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { readFactorForRemoval, removeFactor } from '../operations/own-factor.server';
import { messages } from '../wording';

const TITLE = 'Handy-Code abschalten';

export const meta = titled(TITLE);
export const loader = page(readFactorForRemoval, {
  gone: { to: factorPath, message: messages.factorRemoveFailed },
});
export const action = form(removeFactor, {
  success: messages.factorRemoved,
  failure: messages.factorRemoveFailed,
  next: factorPath,
});

/** Confirms switching off the second factor (T3), and warns if a club requires it (T6). */
export default function RemoveFactorDialog() {
  const clubs = useLoaderData<typeof loader>();
  return (
    <QuestionDialog title={TITLE} closeTo={factorPath} id="remove-factor" button="Abschalten">
      <p>
        Zum Einloggen reicht dann wieder Ihr Passwort. Auch die Wiederherstellungscodes gelten nicht
        mehr, und auf anderen Geräten werden Sie ausgeloggt.
      </p>
      {clubs.length > 0 && (
        <Banner tone="warning" title="Hier braucht einen Handy-Code, wer verwaltet:">
          <ul className="list-disc pl-6">
            {clubs.map(({ uuid, name, on }) => (
              <li key={uuid} className="wrap-anywhere">
                {name} (ab {dateToText(on)})
              </li>
            ))}
          </ul>
          <p>Ohne ihn ruhen dort Ihre Berechtigungen, bis Sie wieder einen einrichten.</p>
        </Banner>
      )}
    </QuestionDialog>
  );
}
