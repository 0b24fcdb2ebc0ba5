import { form } from '~/doors/form.server';
import { guardLoggedIn } from '~/doors/page.server';
import { factorPath } from '~/paths/factors';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { discardFactor } from '../operations/setup.server';
import { messages } from '../wording';

const TITLE = 'Einrichten abbrechen';

export const meta = titled(TITLE);
export const loader = guardLoggedIn;
export const action = form(discardFactor, {
  success: messages.factorDiscarded,
  failure: messages.factorDiscardFailed,
  next: factorPath,
});

/** The set-up's 'Abbrechen' posts here. Shows a failure. */
export default function DiscardFactorDialog() {
  return (
    <QuestionDialog
      title={TITLE}
      closeTo={factorPath}
      id="discard-factor"
      button={TITLE}
      variant="primary"
      cancel="Zurück"
    >
      <p>
        Der Schlüssel, den Sie vielleicht schon in die App übernommen haben, gilt dann nicht.
        Löschen Sie ihn auch dort.
      </p>
    </QuestionDialog>
  );
}
