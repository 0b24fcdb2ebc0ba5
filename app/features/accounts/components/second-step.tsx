import type { z } from 'zod';
import { CODE_OF_APP } from '~/features/factors/wording';
import { Button, ButtonLink } from '~/ui/button';
import { ActionForm, useActionForm } from '~/ui/form';
import { FORM_KEPT } from '~/ui/form-context';
import type { secondStep } from '../schema';
import { CodeField, OR_RECOVERY } from './code-field';
import { OtherWays } from './other-ways';

/** The second step of the log-in, for accounts with a second factor (T3). */
export function SecondStep(props: {
  email: string;
  passwordProof: string;
  /** Another form's input, which the log-in carries along. */
  kept?: string | null;
  /** Where the code is sent to. */
  action: string;
  /** Where to log in with another account without losing that input. */
  other: string;
  login: string;
}) {
  const [entering, fields] = useActionForm<z.input<typeof secondStep>>({ id: 'second-step' });
  return (
    <>
      <h2>Handy-Code</h2>
      <p>
        Das Passwort stimmt. Geben Sie jetzt noch den Code ein, den Ihre Authenticator-App für{' '}
        <b>{props.email}</b> anzeigt.
      </p>
      <ActionForm
        form={entering}
        action={props.action}
        labels={{ code: CODE_OF_APP }}
        summary="heard"
      >
        {props.kept && <input type="hidden" name={FORM_KEPT} value={props.kept} />}
        <input type="hidden" name={fields.passwordProof.name} value={props.passwordProof} />
        <CodeField
          field={fields.code}
          label={CODE_OF_APP}
          hint={OR_RECOVERY}
          autoFocus={!fields.code.errors}
        />
        <Button variant="primary">Einloggen</Button>
        <OtherWays>
          {props.kept ? (
            <Button variant="quiet" formAction={props.other}>
              {OTHER}
            </Button>
          ) : (
            <ButtonLink variant="quiet" to={props.login}>
              {OTHER}
            </ButtonLink>
          )}
        </OtherWays>
      </ActionForm>
      <p className="text-muted">
        Weder App noch Wiederherstellungscode? Dann hilft Ihnen, wer diese Seite betreibt.
      </p>
    </>
  );
}

const OTHER = 'Anderes Konto';
