import type { LoaderFunctionArgs } from '@remix-run/node';
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
    await confirm(args);
    return { confirmed: true, login };
  } catch (error) {
    if (error instanceof Response && error.status === 404) return { confirmed: false, login };
    throw error;
  }
}

export default function VerifyPage() {
  const { confirmed, login } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="E-Mail bestätigen" />
      {confirmed ? (
        <>
          <Banner tone="success" title="Validierung erfolgreich" alert>
            <p>Account wurde erfolgreich validiert. Sie können sich nun einloggen.</p>
          </Banner>
          <ButtonLink variant="primary" to={login}>
            Zur Anmeldung
          </ButtonLink>
        </>
      ) : (
        <>
          <Banner tone="danger" title="Validierung fehlgeschlagen" alert>
            <p>Validierungscode wurde nicht gefunden.</p>
          </Banner>
          <ButtonLink to="/app/auth/register/confirmation?again">Neue Bestätigung anfordern</ButtonLink>
        </>
      )}
    </>
  );
}
