import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/kernel/page.server';
import { Banner } from '~/ui/banner';
import { ButtonLink } from '~/ui/button';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { confirmEmail } from '../operations/registration.server';
import { keepRedirect } from '../redirect';

export const meta = titled('E-Mail bestätigen');

const confirm = page(confirmEmail);

/** Opening the link confirms; the answer is this page, so there is nothing to wait for on it (A4). */
export async function loader(args: LoaderFunctionArgs) {
  const login = keepRedirect('/app/login', new URL(args.request.url).searchParams.get('redirect'));
  try {
    return data({ ...(await confirm(args)), login }, 200);
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    // The address has got another account since the mail was sent: said to who can read its mail.
    if (error.status === 409) return data({ changed: 'taken', login } as const, 409);
    if (error.status === 404) return data({ changed: 'nothing', login } as const, 404);
    throw error;
  }
}

export default function VerifyPage() {
  const { changed, login } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="E-Mail bestätigen" />
      {changed === 'account' || changed === 'email' ? (
        <>
          <Banner tone="success" title="Validierung erfolgreich" alert>
            <p>
              {changed === 'account'
                ? 'Account wurde erfolgreich validiert. Sie können sich nun einloggen.'
                : 'Ihre neue E-Mail-Adresse gilt ab jetzt. Melden Sie sich künftig mit ihr an.'}
            </p>
          </Banner>
          <ButtonLink variant="primary" to={login}>
            Zur Anmeldung
          </ButtonLink>
        </>
      ) : (
        <>
          <Banner tone="danger" title="Validierung fehlgeschlagen" alert>
            <p>
              {changed === 'taken'
                ? 'Diese E-Mail-Adresse gehört inzwischen zu einem anderen Konto.'
                : 'Validierungscode wurde nicht gefunden.'}
            </p>
          </Banner>
          <ButtonLink to="/app/auth/register/confirmation?again">Neue Bestätigung anfordern</ButtonLink>
        </>
      )}
    </>
  );
}
