import { useActionData, useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { factorPath } from '~/paths/factors';
import { useInstallation } from '~/root';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { RecoveryCodes, takeFocus } from '../components/recovery-codes';
import { readFactorForCodes, renewRecoveryCodes } from '../operations/own-factor.server';
import { messages } from '../wording';

export const meta = titled('Neue Wiederherstellungscodes');
export const loader = page(readFactorForCodes, {
  gone: { to: factorPath, message: messages.recoveryCodesFailed },
});

/** The response itself shows the codes: they are not stored, so no later page could. */
export const action = form(renewRecoveryCodes, {
  failure: messages.recoveryCodesFailed,
  next: 'show',
  gone: factorPath,
});

/** Replaces the recovery codes and shows the new ones once (T4). */
export default function RecoveryCodesDialog() {
  const { codesLeft } = useLoaderData<typeof loader>();
  const renewed = useActionData<typeof action>()?.output;
  const { appName = '' } = useInstallation() ?? {};
  return (
    <RouteDialog title="Neue Wiederherstellungscodes" closeTo={factorPath}>
      {renewed ? (
        <>
          <p tabIndex={-1} ref={takeFocus}>
            Hier sind Ihre zehn neuen Codes. Die bisherigen gelten nicht mehr.
          </p>
          <RecoveryCodes codes={renewed.recoveryCodes} appName={appName} />
          <DialogActions cancel="Fertig" />
        </>
      ) : (
        <>
          <p>
            Sie bekommen zehn neue Codes.{' '}
            {codesLeft > 0 && 'Die bisherigen gelten dann nicht mehr, auch die aufgeschriebenen.'}
          </p>
          <QuestionForm id="recovery-codes">
            <DialogActions>
              <Button variant="primary">Neue Codes erzeugen</Button>
            </DialogActions>
          </QuestionForm>
        </>
      )}
    </RouteDialog>
  );
}
