import { form } from '~/doors/form.server';
import { guardLoggedIn } from '~/doors/page.server';
import { factorPath } from '~/paths/factors';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { discardFactor } from '../operations/setup.server';
import { messages } from '../wording';

export const meta = titled('Einrichten abbrechen');
export const loader = guardLoggedIn;
export const action = form(discardFactor, {
  success: messages.factorDiscarded,
  failure: messages.factorDiscardFailed,
  next: factorPath,
});

/** The set-up's 'Abbrechen' posts here. Shows a failure. */
export default function DiscardFactorDialog() {
  return (
    <RouteDialog title="Einrichten abbrechen" closeTo={factorPath}>
      <p>
        Der Schlüssel, den Sie vielleicht schon in die App übernommen haben, gilt dann nicht.
        Löschen Sie ihn auch dort.
      </p>
      <QuestionForm id="discard-factor">
        <DialogActions cancel="Zurück">
          <Button variant="primary">Einrichten abbrechen</Button>
        </DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
