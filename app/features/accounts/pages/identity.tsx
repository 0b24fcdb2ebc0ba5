import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form, keepWaitingForm } from '~/doors/form.server';
import { bodyOf } from '~/doors/kept-input.server';
import { page } from '~/doors/page.server';
import { CONFIRMS, currentActor, KEEP, toLoginWithInput } from '~/doors/screen.server';
import { CODE_OF_APP } from '~/features/factors/wording';
import {
  CONFIRMED,
  type ConfirmedKind,
  isConfirmedKind,
  isProved,
  needsCode,
} from '~/kernel/confirmed';
import { identityPath, loginPath } from '~/paths/accounts';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { ActionForm, useActionForm } from '~/ui/form';
import { FORM_GIVEN_UP, FORM_KEPT } from '~/ui/form-context';
import { PageHeader } from '~/ui/page-header';
import { PasswordField } from '~/ui/password-field';
import { titled } from '~/ui/title';
import { CodeField, OR_RECOVERY } from '../components/code-field';
import { confirmIdentity, readIdentity } from '../operations/identity.server';
import { afterLogin, carriedRedirect, keepRedirect, leadsTo } from '../redirect';
import { identityCode, type identityProof } from '../schema';
import { DOWNLOAD_BEGINS, INPUT_LOST, messages } from '../wording';

const TITLE = 'Bitte bestätigen Sie, dass Sie es sind';

export const meta = titled(TITLE);

const read = page(readIdentity);

export async function loader(args: LoaderFunctionArgs) {
  const who = await read(args);
  const next = wantedBy(args);
  const kind = kindIn(args);
  const proved = kind ? isProved(kind, who) : who.session.proof !== null;
  // After a post, show its answer, even if another tab has confirmed meanwhile.
  if (proved && !args.context.submits) throw redirect(next);
  const target = leadsTo(next);
  return {
    takesPassword: !asksForCode(kind, who),
    takesCode: who.hasFactor,
    next,
    what: kind && CONFIRMED[kind].purpose,
    action: `${identityPath}?${CONFIRMS}=${kind ?? ''}&next=${encodeURIComponent(next)}`,
    ...target,
    onwards: target.isFile ? DOWNLOAD_BEGINS : 'Danach geht es von selbst weiter.',
  };
}

const outcome = {
  failure: messages.identityUnconfirmed,
  next: (_output: unknown, args: ActionFunctionArgs) => wantedBy(args),
  carriesFor: ({ userUuid }: { userUuid: string }) => userUuid,
};
const submit = form(confirmIdentity, outcome);
const submitCode = form(confirmIdentity, { ...outcome, fields: identityCode });

export const action = Object.assign(
  async (args: ActionFunctionArgs) => {
    const next = wantedBy(args);
    const isOther = new URL(args.request.url).searchParams.has(KEEP);
    const actor = await currentActor(args);
    if (!actor) {
      // What waits here keeps waiting at the log-in.
      const waits = isOther || new URLSearchParams(await bodyOf(args.request)).has(FORM_KEPT);
      throw (waits && toLoginWithInput(next, args)) || redirect(keepRedirect(loginPath, next));
    }
    // A form whose address was too long is not carried out at home instead.
    if (isOther) return keepWaitingForm(args, carriedRedirect(nextIn(args)), actor);
    return asksForCode(kindIn(args), actor) ? submitCode(args) : submit(args);
  },
  { failure: outcome.failure },
);

/** What the confirmation is for; null if the address does not say. */
function kindIn({ request }: Pick<ActionFunctionArgs, 'request'>) {
  const kind = new URL(request.url).searchParams.get(CONFIRMS) ?? '';
  return isConfirmedKind(kind) ? kind : null;
}

const asksForCode = (kind: ConfirmedKind | null, who: { hasFactor: boolean }) =>
  kind !== null && needsCode(kind, who);

const nextIn = ({ request }: Pick<ActionFunctionArgs, 'request'>) =>
  new URL(request.url).searchParams.get('next');

const wantedBy = (args: Pick<ActionFunctionArgs, 'request'>) => afterLogin(nextIn(args));

/** Asks to confirm the user's identity, and continues from there (T2). */
export default function Identity() {
  const asked = useLoaderData<typeof loader>();
  const { takesPassword, takesCode, what, next, action: to, isFile, above, onwards } = asked;
  const response = useActionData<typeof action>();
  const [confirming, fields] = useActionForm<z.input<typeof identityProof>>({ id: 'identity' });
  const kept = response?.kept;
  const purpose = what ? `, ${what}` : '';
  const labels = {
    password: 'Passwort',
    code: takesPassword ? `Oder ${CODE_OF_APP}` : CODE_OF_APP,
  };
  return (
    <>
      <PageHeader title={TITLE} />
      <div className="max-w-160">
        <Card>
          <Stack>
            <p>
              Bitte geben Sie noch einmal {WANTED[takesPassword ? 'password' : 'code']} ein
              {takesPassword && takesCode && ' oder einen Code aus Ihrer Authenticator-App'}
              {purpose}.{takesPassword && takesCode && ' Eines von beiden reicht.'} {onwards}
              {kept && ' Was Sie eingegeben haben, ist noch da.'}
              {response?.lost && ` ${INPUT_LOST}`}
            </p>
            <ActionForm
              form={confirming}
              action={to}
              labels={labels}
              summary="heard"
              reloadDocument={isFile}
            >
              {kept && <input type="hidden" name={FORM_KEPT} value={kept} />}
              {takesPassword && (
                <PasswordField
                  field={fields.password}
                  label={labels.password}
                  required={takesCode ? null : undefined}
                  autoComplete="current-password"
                />
              )}
              {takesCode && (
                <CodeField
                  field={fields.code}
                  label={labels.code}
                  hint={takesPassword ? undefined : OR_RECOVERY}
                  required={takesPassword ? null : undefined}
                />
              )}
              <ButtonRow>
                <Button variant="primary">Bestätigen</Button>
                {kept && !isFile ? (
                  <Button form={GIVING_UP}>Abbrechen</Button>
                ) : (
                  <ButtonLink to={above}>{isFile ? 'Zurück' : 'Abbrechen'}</ButtonLink>
                )}
              </ButtonRow>
            </ActionForm>
            {kept && !isFile && (
              <Form id={GIVING_UP} method="post" action={next}>
                <input type="hidden" name={FORM_KEPT} value={kept} />
                <input type="hidden" name={FORM_GIVEN_UP} value="1" />
              </Form>
            )}
            <p className="text-muted">
              So kann niemand sonst, der an Ihr offenes Gerät kommt, etwas Wichtiges ändern. In den
              nächsten zehn Minuten fragen wir hier nicht noch einmal.
              {!takesPassword &&
                ' Haben Sie weder App noch Wiederherstellungscode, dann hilft Ihnen, wer diese Seite betreibt.'}
            </p>
          </Stack>
        </Card>
      </div>
    </>
  );
}

const WANTED = { password: 'Ihr Passwort', code: 'einen Code aus Ihrer Authenticator-App' };
const GIVING_UP = 'giving-up';
