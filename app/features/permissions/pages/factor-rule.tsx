import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { factorPath } from '~/paths/factors';
import { usersBehind, usersPath } from '~/paths/permissions';
import { Button, ButtonLink } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { FormRefusal } from '~/ui/form-refusal';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { MissingFactors } from '../components/missing-factors';
import { changeFactorRule, readFactorRule } from '../operations/factor-rule.server';
import { messages } from '../wording';

const TITLE = 'Handy-Code für die Verwaltung';

export const meta = titled(TITLE);
export const loader = page(readFactorRule);
export const action = form(changeFactorRule, {
  success: ({ on }) =>
    on === null ? messages.factorWaived : messages.factorDemanded({ date: on }),
  failure: messages.factorRuleSaveFailed,
  next: (_output, args) => usersBehind(args),
});

/** Switches the rule on or off that admins need a second factor (T6). */
export default function FactorRuleDialog() {
  const rule = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <RouteDialog title={TITLE} closeTo={usersPath(search)}>
      {rule.from ? (
        <p>
          Soll die Verwaltung künftig wieder ohne Handy-Code möglich sein? Wessen Berechtigungen
          ruhen, kann sie dann gleich wieder nutzen.
        </p>
      ) : (
        <Explanation />
      )}
      <MissingFactors {...rule} />
      {rule.from || rule.hasFactor ? (
        <QuestionForm id="factor-rule">
          <input type="hidden" name="state" value={rule.from ? 'off' : 'on'} />
          <DialogActions>
            {rule.from ? (
              <Button variant="danger">Aufheben</Button>
            ) : (
              <Button variant="primary">Einschalten</Button>
            )}
          </DialogActions>
        </QuestionForm>
      ) : (
        <>
          <FormRefusal />
          <p>
            Einschalten kann das, wer selbst schon einen Handy-Code hat. So gibt es immer jemanden,
            der verwalten kann. Richten Sie also zuerst Ihren eigenen ein.
          </p>
          <DialogActions>
            <ButtonLink variant="primary" to={factorPath}>
              Eigenen einrichten
            </ButtonLink>
          </DialogActions>
        </>
      )}
    </RouteDialog>
  );
}

function Explanation() {
  return (
    <>
      <p>
        Wer die Berechtigung Administration hat, gibt dann beim Einloggen nach dem Passwort noch
        einen Code aus einer App ein. So hilft ein erratenes oder gestohlenes Passwort niemandem.
      </p>
      <p>
        Alle haben dafür 14 Tage Zeit und bekommen gleich eine E-Mail. Wer bis dahin keinen
        Handy-Code hat, kann nichts mehr verwalten, bis er ihn einrichtet.
      </p>
    </>
  );
}
