import { Outlet, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { ActiveErrorScreen } from '~/frame/error-screen';
import { visibilityPath } from '~/paths/members';
import { messagesPath } from '~/paths/messages';
import { defaultsPath, NOTIFICATIONS } from '~/paths/notifications';
import { organizationDeletionPath, organizationPath } from '~/paths/organizations';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { UnsavedGuard } from '~/ui/discard-guard';
import { RadioGroup, TextArea, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { readOrganizationForEdit, updateOrganization } from '../operations.server';
import { organizationForm } from '../schema';
import { comingVisibleTexts, messages } from '../wording';

export const meta = titled('Meine Organisation');
export const loader = page(readOrganizationForEdit);
export const shouldRevalidate = keepBehindDialog;
export const action = form(updateOrganization, {
  fields: organizationForm,
  success: messages.organizationSaved,
  failure: messages.organizationSaveFailed,
  next: organizationPath,
});

const labels = {
  name: 'Name',
  motd: 'Nachricht des Tages',
  timeZone: 'Zeitzone',
  comingVisible: 'Wer sieht, wer kommt',
};

/** Suggestions; any other is as good. */
const ZONES = ['Berlin', 'Vienna', 'Zurich', 'Vaduz', 'Luxembourg', 'Brussels', 'Rome'].map(
  (city) => `Europe/${city}`,
);

const comingVisible = Object.entries(comingVisibleTexts).map(([value, label]) => ({
  value,
  label,
}));

/** What an organisation says and decides, and its deletion (C2, J1). */
export default function EditOrganization() {
  const organization = useLoaderData<typeof loader>();
  const [editing, fields] = useActionForm<z.input<typeof organizationForm>>({
    id: 'organization',
    defaultValue: organization,
  });
  return (
    <>
      <PageHeader title="Meine Organisation" />
      <UnsavedGuard home={organizationPath} version={organization.version}>
        <ActionForm form={editing} labels={labels} version={organization.version}>
          <TextField field={fields.name} label={labels.name} autoComplete="organization" />
          <TextArea
            field={fields.motd}
            label={labels.motd}
            hint="Steht für alle auf der Übersicht. Leer lassen, um nichts anzuzeigen."
            rows={5}
            required={false}
          />
          <TextField
            field={fields.timeZone}
            label={labels.timeZone}
            hint="Nach ihr richten sich die Uhrzeiten der Veranstaltungen. Bereits gesetzte Fristen bleiben, wie sie sind."
            list="time-zones"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <datalist id="time-zones">
            {ZONES.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <RadioGroup
            field={fields.comingVisible}
            label={labels.comingVisible}
            hint="Bei neuen Veranstaltungen. Jede kann davon abweichen."
            options={comingVisible}
          />
          <ButtonRow>
            <Button variant="primary">Speichern</Button>
          </ButtonRow>
        </ActionForm>
      </UnsavedGuard>
      <div className="max-w-160">
        <Stack>
          <Card title="Nachrichten">
            <Stack>
              <p>Schreiben Sie allen Mitgliedern, und sehen Sie, was schon geschickt wurde.</p>
              <ButtonRow>
                <ButtonLink to={messagesPath}>Nachrichten</ButtonLink>
              </ButtonRow>
            </Stack>
          </Card>
          <Card title="Mitglieder">
            <Stack>
              <p>Wer Telefon, Geburtstag und andere Angaben zu Mitgliedern sieht.</p>
              <ButtonRow>
                <ButtonLink to={visibilityPath}>Sichtbarkeit festlegen</ButtonLink>
              </ButtonRow>
            </Stack>
          </Card>
          <Card title={NOTIFICATIONS}>
            <Stack>
              <p>Welche E-Mails Ihre Mitglieder bekommen, solange sie selbst nichts wählen.</p>
              <ButtonRow>
                <ButtonLink to={defaultsPath}>Vorgaben festlegen</ButtonLink>
              </ButtonRow>
            </Stack>
          </Card>
          <Card title="Organisation löschen">
            <Stack>
              <p>Löscht auch alle Mitglieder, Veranstaltungen und Umfragen, und zwar endgültig.</p>
              <ButtonRow>
                <ButtonLink to={organizationDeletionPath} variant="caution" dialog>
                  Organisation löschen
                </ButtonLink>
              </ButtonRow>
            </Stack>
          </Card>
        </Stack>
      </div>
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.organizationLoadFailed} />;
}
