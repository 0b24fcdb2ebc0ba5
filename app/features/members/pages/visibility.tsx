import { getSelectProps } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { visibilityPath } from '~/paths/members';
import { organizationPath } from '~/paths/organizations';
import { Button, ButtonRow } from '~/ui/button';
import { Stack } from '~/ui/card';
import { UnsavedGuard } from '~/ui/discard-guard';
import { FieldFrame } from '~/ui/field-frame';
import { ActionForm, useActionForm } from '~/ui/form';
import { Select } from '~/ui/input';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { type RecordPart, recordParts, SEEN_BY, type SeenBy } from '../fields';
import { readMemberVisibility, updateMemberVisibility } from '../operations/visibility.server';
import { seenByTexts, VISIBILITY } from '../rules/field-words';
import { messages } from '../wording';

const OPTIONS = SEEN_BY.map((value) => ({ value, label: seenByTexts[value] }));

export const meta = titled(VISIBILITY);
export const loader = page(readMemberVisibility);
export const action = form(updateMemberVisibility, {
  success: messages.visibilitySaved,
  failure: messages.visibilitySaveFailed,
  next: visibilityPath,
});

const PARTS = Object.keys(recordParts) as RecordPart[];

/** A different number for each combination. */
const stateOf = (visibility: Record<RecordPart, SeenBy>) =>
  PARTS.reduce((sum, part) => sum * SEEN_BY.length + SEEN_BY.indexOf(visibility[part]), 0);

/** Who sees what of the members' records, as a club decides it (O2). */
export default function MemberVisibility() {
  const visibility = useLoaderData<typeof loader>();
  const [editing, fields] = useActionForm({ id: 'member-visibility', defaultValue: visibility });
  return (
    <>
      <PageHeader title={VISIBILITY} back={{ to: organizationPath, label: 'Meine Organisation' }} />
      <Stack>
        <p className="max-w-160">
          Namen, Kennung und Beschreibung sehen alle Mitglieder. Was sollen sie außerdem sehen? Die
          Verwaltung – alle, die Mitglieder bearbeiten, und die Administration – sieht immer alles.
        </p>
        <div className="max-w-160">
          <UnsavedGuard home={visibilityPath} version={stateOf(visibility)}>
            <ActionForm form={editing} labels={recordParts}>
              <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
                {PARTS.map((part) => {
                  const { key, required: _native, ...select } = getSelectProps(fields[part]);
                  return (
                    <FieldFrame key={part} field={fields[part]} label={recordParts[part]}>
                      <input type="hidden" name={`shown.${part}`} value={visibility[part]} />
                      <Select key={key} {...select} options={OPTIONS} />
                    </FieldFrame>
                  );
                })}
              </div>
              <p className="text-muted">
                Unabhängig davon können alle ihre eigenen Kontaktdaten unter „Mein Konto“ für die
                Mitglieder freigeben.
              </p>
              <ButtonRow>
                <Button variant="primary">Speichern</Button>
              </ButtonRow>
            </ActionForm>
          </UnsavedGuard>
        </div>
      </Stack>
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.membersLoadFailed);
