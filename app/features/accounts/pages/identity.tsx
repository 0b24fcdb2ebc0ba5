import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form, keepWaitingForm } from '~/doors/form.server';
import { bodyOf } from '~/doors/kept-input.server';
import { currentActor, page } from '~/doors/page.server';
import { CONFIRMS, KEEP, toLoginWithInput } from '~/doors/screen.server';
import { CONFIRMED } from '~/kernel/confirmed';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { FORM_GIVEN_UP, FORM_KEPT } from '~/ui/form-context';
import { PageHeader } from '~/ui/page-header';
import { PasswordField } from '~/ui/password-field';
import { titled } from '~/ui/title';
import { confirmIdentity, readIdentity } from '../operations/identity.server';
import { identityPath, loginPath } from '../paths';
import { afterLogin, carriedRedirect, keepRedirect } from '../redirect';
import type { identityProof } from '../schema';
import { messages } from '../wording';

const TITLE = 'Bitte bestätigen Sie, dass Sie es sind';

export const meta = titled(TITLE);

const read = page(readIdentity);

export async function loader(args: LoaderFunctionArgs) {
  const { isFresh, hasFactor } = await read(args);
  const next = wantedBy(args);
  // After a post, the answer to it is shown: another tab may have confirmed meanwhile.
  if (isFresh && !args.context.submits) throw redirect(next);
  const { searchParams } = new URL(args.request.url);
  const kind = searchParams.get(CONFIRMS) ?? '';
  const { pathname } = new URL(next, 'https://here.invalid');
  return {
    hasFactor,
    next,
    what: Object.hasOwn(CONFIRMED, kind) ? CONFIRMED[kind as keyof typeof CONFIRMED] : null,
    action: `${identityPath}?${CONFIRMS}=${encodeURIComponent(kind)}&next=${encodeURIComponent(next)}`,
    isFile: /\.\w+$/.test(pathname),
    // Files and dialogs have what they belong to above them.
    back: pathname.replace(/\/[^/]*\/?$/, '') || '/app/',
  };
}

const submit = form(confirmIdentity, {
  failure: messages.identityUnconfirmed,
  next: (_output, args) => wantedBy(args),
  carriesFor: ({ userUuid }) => userUuid,
});

export async function action(args: ActionFunctionArgs) {
  const next = wantedBy(args);
  const isOther = new URL(args.request.url).searchParams.has(KEEP);
  if (!(await currentActor(args))) {
    // What waits here goes on waiting at the log-in.
    const waits = isOther || new URLSearchParams(await bodyOf(args.request)).has(FORM_KEPT);
    throw (waits && toLoginWithInput(next, args)) || redirect(keepRedirect(loginPath, next));
  }
  // A form whose address was too long is not carried out at home instead.
  return isOther ? keepWaitingForm(args, carriedRedirect(nextIn(args))) : submit(args);
}

const nextIn = ({ request }: Pick<ActionFunctionArgs, 'request'>) =>
  new URL(request.url).searchParams.get('next');

const wantedBy = (args: Pick<ActionFunctionArgs, 'request'>) => afterLogin(nextIn(args));

/** Asks again who is there, and goes on from where it was asked (T2). */
export default function Identity() {
  const { hasFactor, what, next, action: to, isFile, back } = useLoaderData<typeof loader>();
  const response = useActionData<typeof action>();
  const [confirming, fields] = useActionForm<z.input<typeof identityProof>>({ id: 'identity' });
  const kept = response?.kept;
  const purpose = what ? `, ${what}` : '';
  // It stays beside a file that was downloaded, too.
  const away = isFile ? 'Zurück' : 'Abbrechen';
  return (
    <>
      <PageHeader title={TITLE} />
      <div className="max-w-160">
        <Card>
          <Stack>
            <p>
              Bitte geben Sie noch einmal Ihr Passwort ein
              {hasFactor && ' oder einen Code aus Ihrer Authenticator-App'}
              {purpose}.{hasFactor && ' Eines von beiden reicht.'}{' '}
              {isFile
                ? 'Danach beginnt der Download. Diese Seite bleibt dabei offen: Mit „Zurück“ geht es weiter.'
                : 'Danach geht es von selbst weiter.'}
              {kept && ' Was Sie eingegeben haben, ist noch da.'}
              {response?.lost &&
                ' Ihre Eingaben waren zu lang, um sie aufzuheben. Vielleicht finden Sie sie noch ' +
                  'mit „Zurück“ in Ihrem Browser.'}
            </p>
            <ActionForm form={confirming} action={to} labels={LABELS} reloadDocument={isFile}>
              {kept && <input type="hidden" name={FORM_KEPT} value={kept} />}
              <PasswordField
                field={fields.password}
                label={LABELS.password}
                required={hasFactor ? null : undefined}
                autoComplete="current-password"
              />
              {hasFactor && (
                <TextField
                  field={fields.code}
                  label={LABELS.code}
                  required={null}
                  autoComplete="one-time-code"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={50}
                />
              )}
              <ButtonRow>
                <Button variant="primary">Bestätigen</Button>
                {kept ? (
                  <Button form={GIVING_UP}>{away}</Button>
                ) : (
                  <ButtonLink to={back}>{away}</ButtonLink>
                )}
              </ButtonRow>
            </ActionForm>
            {kept && (
              <Form id={GIVING_UP} method="post" action={next} reloadDocument={isFile}>
                <input type="hidden" name={FORM_KEPT} value={kept} />
                <input type="hidden" name={FORM_GIVEN_UP} value="1" />
              </Form>
            )}
            <p className="text-muted">
              So kann niemand sonst, der an Ihr offenes Gerät kommt, etwas Wichtiges ändern. In den
              nächsten zehn Minuten fragen wir hier nicht noch einmal.
            </p>
          </Stack>
        </Card>
      </div>
    </>
  );
}

const LABELS = { password: 'Passwort', code: 'Oder Code aus der App' };
const GIVING_UP = 'giving-up';
