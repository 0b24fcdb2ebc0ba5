import { Outlet, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { useScope } from '~/frame/context';
import { activeErrorScreen } from '~/frame/error-screen';
import { holds } from '~/kernel/actor';
import { logPath } from '~/paths/audit';
import { retentionPath } from '~/paths/erasure';
import { visibilityPath } from '~/paths/members';
import { messagesPath } from '~/paths/messages';
import { defaultsPath, NOTIFICATIONS } from '~/paths/notifications';
import { organizationDeletionPath, organizationPath } from '~/paths/organizations';
import { breaksPath, FROM_CLUB } from '~/paths/series';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { COLUMNS, Stack } from '~/ui/card';
import { UnsavedGuard } from '~/ui/discard-guard';
import { Disclosure } from '~/ui/disclosure';
import { Doors } from '~/ui/doors';
import { optionsOf, SelectField, TextArea, TextField } from '~/ui/field';
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
  comingVisible: 'Wer sieht, wer kommt?',
};

const comingVisible = optionsOf(comingVisibleTexts);

const DOORS = [
  {
    label: 'Rundmails',
    says: 'An alle, und was schon geschickt wurde',
    to: messagesPath,
  },
  {
    label: NOTIFICATIONS,
    says: 'Welche E-Mails verschickt werden',
    to: defaultsPath,
  },
  {
    label: 'Ferien und Pausen',
    says: 'Schulferien und eigene Pausen',
    to: breaksPath(FROM_CLUB),
    needs: 'EDIT_EVENTS',
  },
  {
    label: 'Aufbewahrung',
    says: 'Wie lange Einträge Ehemaliger bleiben',
    to: retentionPath,
    dialog: true,
  },
  {
    label: 'Angaben zu Mitgliedern',
    says: 'Wer welche Angaben sieht',
    to: visibilityPath,
  },
  { label: 'Protokoll', says: 'Wer wann was geändert hat', to: logPath },
] as const;

/** What an organisation says and decides, and its deletion (C2, J1). */
export default function EditOrganization() {
  const organization = useLoaderData<typeof loader>();
  const [editing, fields] = useActionForm<z.input<typeof organizationForm>>({
    id: 'organization',
    defaultValue: organization,
  });
  const scope = useScope();
  const doors = DOORS.filter((door) => !('needs' in door) || holds(scope, door.needs));
  return (
    <>
      <PageHeader title="Meine Organisation" />
      <div className={`grid grid-cols-1 items-start gap-4 sm:gap-5 ${COLUMNS}`}>
        <UnsavedGuard home={organizationPath} version={organization.version}>
          <ActionForm form={editing} labels={labels} version={organization.version} summary="heard">
            <TextField field={fields.name} label={labels.name} autoComplete="organization" />
            <TextArea
              field={fields.motd}
              label={labels.motd}
              hint="Steht für alle auf der Übersicht, unter „Information“."
              rows={5}
              required={false}
            />
            <SelectField
              field={fields.comingVisible}
              label={labels.comingVisible}
              hint="Vorgabe für neue Veranstaltungen."
              options={comingVisible}
            />
            <ButtonRow>
              <Button variant="primary">Speichern</Button>
            </ButtonRow>
          </ActionForm>
        </UnsavedGuard>
        <Stack>
          <Doors doors={doors} />
          <Disclosure summary="Verein löschen">
            <Stack>
              <p>Löscht auch alle Mitglieder, Veranstaltungen und Umfragen, und zwar endgültig.</p>
              <ButtonRow>
                <ButtonLink to={organizationDeletionPath} variant="caution" dialog>
                  Verein löschen
                </ButtonLink>
              </ButtonRow>
            </Stack>
          </Disclosure>
        </Stack>
      </div>
      <Outlet />
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.organizationLoadFailed);
