import { Outlet, useLoaderData } from '@remix-run/react';
import { dateToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { recoveryCodesPath, removalPath, setupPath } from '~/paths/factors';
import { Banner } from '~/ui/banner';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { readFactor } from '../operations/own-factor.server';
import { startFactor } from '../operations/setup.server';
import { codesLeftText, FACTOR, FEW_CODES, messages } from '../wording';

export const meta = titled(FACTOR);
export const loader = page(readFactor);
export const shouldRevalidate = keepBehindDialog;
export const action = form(startFactor, {
  failure: messages.factorStartFailed,
  next: setupPath,
});

/** 'Handy-Code' in 'Mein Konto' (T3, T4). */
export default function SecondFactor() {
  const factor = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={FACTOR} back={{ to: accountPath, label: 'Mein Konto' }} />
      <div className="max-w-160">
        <Stack>{factor ? <Present {...factor} /> : <Absent />}</Stack>
      </div>
      <Outlet />
    </>
  );
}

function Absent() {
  const [starting] = useActionForm<Record<string, never>>({ id: 'start-factor' });
  return (
    <Card>
      <Stack>
        <AboutFactor />
        <ActionForm form={starting}>
          <ButtonRow>
            <Button variant="primary">Einrichten</Button>
          </ButtonRow>
        </ActionForm>
      </Stack>
    </Card>
  );
}

function Present({ since, codesLeft }: { since: string; codesLeft: number }) {
  return (
    <>
      <p className="max-w-160">
        Eingerichtet am {dateToText(since)}. Beim Einloggen geben Sie nach dem Passwort den Code
        ein, den Ihre Authenticator-App anzeigt.
      </p>
      {codesLeft <= FEW_CODES && (
        <Banner tone="warning" title={`Sie haben ${codesLeftText(codesLeft)}.`}>
          <p>Erzeugen Sie neue, damit Sie sich auch ohne Ihr Handy einloggen können.</p>
        </Banner>
      )}
      <Card title="Wiederherstellungscodes">
        <Stack>
          <p>
            Sie haben {codesLeftText(codesLeft)}. Damit loggen Sie sich ein, wenn Sie die App nicht
            zur Hand haben.
          </p>
          <ButtonRow>
            <ButtonLink dialog to={recoveryCodesPath}>
              Neue Wiederherstellungscodes
            </ButtonLink>
          </ButtonRow>
        </Stack>
      </Card>
      <Card title="Abschalten">
        <Stack>
          <p>
            Wenn Sie ein neues Handy haben, schalten Sie den Handy-Code hier ab und richten ihn dann
            mit dem neuen wieder ein.
          </p>
          <ButtonRow>
            <ButtonLink dialog variant="caution" to={removalPath}>
              Abschalten
            </ButtonLink>
          </ButtonRow>
        </Stack>
      </Card>
    </>
  );
}

export { OwnErrorScreen as ErrorBoundary } from '~/frame/error-screen';

/** What a second factor is, for people who have never heard of it. */
function AboutFactor() {
  return (
    <div className="grid gap-3">
      <p>
        Nach dem Passwort geben Sie noch einen Code aus einer App auf Ihrem Handy ein. Wer nur Ihr
        Passwort kennt, kommt damit nicht in Ihr Konto.
      </p>
      <p>
        Auf neueren iPhones heißt die App „Passwörter“. Sonst installieren Sie kostenlos zum
        Beispiel Aegis, 2FAS, Google oder Microsoft Authenticator. Geht das Handy verloren, helfen
        zehn Codes, die Sie gleich nach dem Einrichten bekommen.
      </p>
    </div>
  );
}
