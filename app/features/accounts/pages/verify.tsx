import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { useContext } from 'react';
import { form } from '~/doors/form.server';
import { accountDialogPath, confirmationAgainPath, loginPath } from '~/paths/accounts';
import { NonceContext } from '~/rendering';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { FORM_KEY } from '~/ui/form-context';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { OtherWays } from '../components/other-ways';
import { confirmEmail } from '../operations/registration.server';
import { keepRedirect } from '../redirect';
import { messages } from '../wording';

export const meta = titled('E-Mail bestätigen');

/**
 * Opening the link changes nothing: mail scanners, previews and prefetching browsers open links
 * that nobody clicked. The page confirms with a POST, which a script sends (A4).
 */
export function loader({ request }: LoaderFunctionArgs) {
  const wanted = new URL(request.url).searchParams.get('redirect');
  return {
    login: keepRedirect(loginPath, wanted),
    again: keepRedirect(confirmationAgainPath, wanted),
  };
}

export const action = form(confirmEmail, {
  failure: messages.confirmationCodeUnknown,
  gone: 'here',
  next: 'show',
});

/**
 * Shows the loader instead of the button and sends the form once the page is visible: not while
 * prerendering, and again when the browser restores the page from its cache.
 */
const CONFIRM = `addEventListener('pageshow', () => {
  const confirm = () => {
    const asking = document.getElementById('asking');
    document.getElementById('waiting').hidden = false;
    asking.hidden = true;
    asking.querySelector('form').submit();
  };
  if (document.prerendering) document.addEventListener('prerenderingchange', confirm, { once: true });
  else confirm();
});`;

export default function VerifyPage() {
  const links = useLoaderData<typeof loader>();
  const response = useActionData<typeof action>();
  return (
    <>
      <PageHeader title="E-Mail bestätigen" />
      {!response && <Confirming />}
      {response?.output && <Confirmed changed={response.output.changed} {...links} />}
      {response && !response.output && (
        <Refused reasons={response.result.error?.[''] ?? []} {...links} />
      )}
    </>
  );
}

function Confirming() {
  const nonce = useContext(NonceContext);
  return (
    <>
      <div id="waiting" hidden>
        <p className="animate-appear text-muted" role="status">
          E-Mail-Adresse wird bestätigt …
        </p>
      </div>
      <div id="asking">
        <Form method="post" className="grid grid-cols-1 gap-6">
          {/* Lynx sends forms without any field in a way that no server can read. */}
          <input type="hidden" name={FORM_KEY} value="confirmation" />
          <p>Bestätigen Sie hier Ihre E-Mail-Adresse.</p>
          <Button variant="primary">E-Mail-Adresse bestätigen</Button>
        </Form>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and React escapes what is between the tags. */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: CONFIRM }} />
    </>
  );
}

function Confirmed({ changed, login }: { changed: 'account' | 'email'; login: string }) {
  return (
    <>
      <Banner tone="success" title="Validierung erfolgreich" alert>
        <p>
          {changed === 'account'
            ? 'Account wurde erfolgreich validiert. Sie können sich nun einloggen.'
            : 'Ihre neue E-Mail-Adresse gilt ab jetzt. Loggen Sie sich künftig mit ihr ein.'}
        </p>
      </Banner>
      <ButtonLink variant="primary" to={login}>
        Zum Einloggen
      </ButtonLink>
    </>
  );
}

type RefusedProps = { reasons: readonly string[]; login: string; again: string };

/** Of two links, the second one fails once the first is used: then there is nothing left but to log in. */
function Refused({ reasons, login, again }: RefusedProps) {
  return (
    <>
      <Banner tone="danger" title="Validierung fehlgeschlagen" alert>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Banner>
      <p>
        Haben Sie den Link schon einmal geöffnet? Dann loggen Sie sich einfach ein. Ging es um eine
        neue Adresse, geben Sie sie in <Link to={accountDialogPath('email')}>„Mein Konto“</Link>{' '}
        noch einmal ein.
      </p>
      <ButtonLink variant="primary" to={again}>
        Neue Bestätigung anfordern
      </ButtonLink>
      <OtherWays>
        <ButtonLink variant="quiet" to={login}>
          Zum Einloggen
        </ButtonLink>
      </OtherWays>
    </>
  );
}
