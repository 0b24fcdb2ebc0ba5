import { accountDialogPath } from '~/paths/accounts';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { QuestionForm } from '~/ui/question-form';

/** Tells users that mails to them do not arrive, and what they can do (N13). */
export function Unreachable({ title }: { title: string }) {
  return (
    <Banner tone="warning" title={title}>
      <div className="grid gap-3">
        <p>
          Bitte prüfen Sie die Adresse. Ist sie richtig, war vielleicht nur Ihr Postfach voll: Dann
          versuchen wir es noch einmal.
        </p>
        <QuestionForm id="try-again">
          <ButtonRow>
            <ButtonLink dialog to={accountDialogPath('email')}>
              E-Mail ändern
            </ButtonLink>
            <Button>Noch einmal versuchen</Button>
          </ButtonRow>
        </QuestionForm>
      </div>
    </Banner>
  );
}
