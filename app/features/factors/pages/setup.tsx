import { useActionData, useLoaderData } from '@remix-run/react';
import { useId } from 'react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { discardPath, factorPath } from '~/paths/factors';
import { useInstallation } from '~/root';
import { Button, ButtonLink, ButtonRow, buttonLook } from '~/ui/button';
import { Card, COLUMNS } from '~/ui/card';
import { CopyButton } from '~/ui/copy-button';
import { EmptyState } from '~/ui/empty-state';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { IconChevronDown } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { QrImage } from '~/ui/qr-image';
import { titled } from '~/ui/title';
import { RecoveryCodes, takeFocus } from '../components/recovery-codes';
import { confirmFactor, readFactorSetup } from '../operations/setup.server';
import type { factorConfirmation } from '../schema';
import { CODE_OF_APP, FACTOR, messages } from '../wording';

export const meta = titled('Handy-Code einrichten');
export const loader = page(readFactorSetup);

/** The response itself shows the recovery codes: they are not stored, so no later page could. */
export const action = form(confirmFactor, {
  failure: messages.factorConfirmFailed,
  next: 'show',
  gone: factorPath,
});

/** Shows the key for an authenticator app, and asks for a code as proof (T3). */
export default function FactorSetup() {
  const { key, isOn } = useLoaderData<typeof loader>();
  const confirmed = useActionData<typeof action>()?.output;
  const { appName = '' } = useInstallation() ?? {};
  if (confirmed) {
    return (
      <>
        <div tabIndex={-1} ref={takeFocus}>
          <PageHeader title="Der Handy-Code ist eingeschaltet" />
        </div>
        <div className="max-w-160">
          <Card title="Ihre Wiederherstellungscodes">
            <RecoveryCodes codes={confirmed.recoveryCodes} appName={appName} />
          </Card>
        </div>
        <ButtonRow>
          <ButtonLink to={factorPath}>Ich habe die Codes aufbewahrt</ButtonLink>
        </ButtonRow>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Handy-Code einrichten" back={{ to: factorPath, label: FACTOR }} />
      {key ? (
        <div className={`grid grid-cols-1 items-start gap-4 sm:gap-5 ${COLUMNS}`}>
          <Card title="1. In die App übernehmen">
            <FactorKey {...key} />
          </Card>
          <Card title="2. Code eingeben">
            <CodeForm />
            <Discard />
          </Card>
        </div>
      ) : (
        <NothingToSetUp isOn={isOn} />
      )}
    </>
  );
}

function CodeForm() {
  const [confirming, fields] = useActionForm<z.input<typeof factorConfirmation>>({
    id: 'confirm-factor',
  });
  return (
    <ActionForm form={confirming} labels={{ code: CODE_OF_APP }} summary="heard">
      <TextField
        field={fields.code}
        label={CODE_OF_APP}
        hint="Sechs Ziffern. Auf anderen Geräten werden Sie danach ausgeloggt."
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={50}
      />
      <ButtonRow>
        <Button variant="primary">Einschalten</Button>
        <Button variant="quiet" form={DISCARD}>
          Abbrechen
        </Button>
      </ButtonRow>
    </ActionForm>
  );
}

const DISCARD = 'discard-factor';

/** What 'Abbrechen' sends, which stands in the other form. */
function Discard() {
  const [discarding] = useActionForm<Record<string, never>>({ id: DISCARD, lastResult: null });
  return (
    <ActionForm
      form={discarding}
      action={discardPath}
      failure={messages.factorDiscardFailed}
      summary={false}
    >
      {null}
    </ActionForm>
  );
}

/** After a reload, in another tab, or a day later. */
function NothingToSetUp({ isOn }: { isOn: boolean }) {
  return (
    <EmptyState
      title={isOn ? 'Der Handy-Code ist eingeschaltet' : 'Hier ist nichts begonnen'}
      action={<ButtonLink to={factorPath}>Zurück</ButtonLink>}
    >
      {isOn
        ? 'Wenn Sie die Wiederherstellungscodes nicht aufbewahrt haben, erzeugen Sie dort neue.'
        : 'Das Einrichten wurde abgebrochen, oder es ist mehr als einen Tag her.'}
    </EmptyState>
  );
}

export { OwnErrorScreen as ErrorBoundary } from '~/frame/error-screen';

type FactorKeyProps = {
  /** In groups of four. */
  text: string;
  /** otpauth://… */
  uri: string;
  qr: { size: number; path: string };
};

/** The key for the app, in the three forms that apps accept (T3). */
function FactorKey({ text, uri, qr }: FactorKeyProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-5">
      {/* Folded on a phone, which cannot scan its own screen. */}
      <details className="group max-lg:order-1 sm:hidden">
        <summary className={`${buttonLook()} w-full group-open:svg:rotate-180`}>
          QR-Code für ein anderes Gerät
          <IconChevronDown />
        </summary>
      </details>
      <div className="grid gap-5 max-lg:order-1 max-sm:[:not([open])+&]:hidden">
        <p>Ist die App auf einem anderen Gerät? Dann scannen Sie dort diesen Code.</p>
        <QrImage {...qr} label="QR-Code mit dem Schlüssel">
          Mit der Authenticator-App scannen, nicht mit der Kamera.
        </QrImage>
      </div>
      {/* First on a phone, where the app is. */}
      <ButtonRow>
        <a className={`${buttonLook({ variant: 'primary' })} max-sm:flex-auto`} href={uri}>
          In der App öffnen
        </a>
      </ButtonRow>
      <div className="grid gap-2 max-lg:order-2">
        <p className="font-semibold">Oder diesen Schlüssel eingeben:</p>
        {/* All of it in sight, so that it can be typed. */}
        <code id={id} className="wrap-anywhere">
          {text}
        </code>
        <ButtonRow>
          <CopyButton of={id} value={text}>
            Schlüssel kopieren
          </CopyButton>
        </ButtonRow>
      </div>
    </div>
  );
}
