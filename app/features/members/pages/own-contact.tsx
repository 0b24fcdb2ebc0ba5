import { useLoaderData } from '@remix-run/react';
import type { ComponentProps } from 'react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { ownContactPath } from '~/paths/members';
import { Button, ButtonRow } from '~/ui/button';
import { Stack } from '~/ui/card';
import { UnsavedGuard } from '~/ui/discard-guard';
import { EmptyState } from '~/ui/empty-state';
import { CheckboxGroup, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { OtherClubs } from '~/ui/other-clubs';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { inRows } from '../components/member-fields';
import {
  type ContactField,
  contactFieldNames,
  memberLabels,
  RELEASABLE,
  recordParts,
} from '../fields';
import { readOwnContact, updateOwnContact } from '../operations/contact.server';
import { CONTACT, seenInWords } from '../rules/field-words';
import { messages } from '../wording';

export const meta = titled(CONTACT);
export const loader = page(readOwnContact);
export const action = form(updateOwnContact, {
  success: messages.contactSaved,
  failure: messages.contactSaveFailed,
  next: ({ member }) => ownContactPath(member),
  gone: accountPath,
});

/** The user's own contact data in a club (O3). */
export default function OwnContact() {
  const { own, stored, all } = useLoaderData<typeof loader>();
  const others = all
    .filter(({ member }) => member !== own?.member)
    .map(({ member, club }) => ({ name: club, to: ownContactPath(member) }));
  return (
    <>
      <PageHeader title={CONTACT} back={{ to: accountPath, label: 'Mein Konto' }} />
      <Stack>
        <OtherClubs clubs={others} />
        {own ? (
          // Remounted for another club.
          <ContactForm key={own.member} club={own.club} member={own.member} stored={stored} />
        ) : (
          <EmptyState title="Noch nirgends eingetragen">
            Sobald ein Verein Sie als Mitglied führt, ändern Sie hier, wie er Sie erreicht.
          </EmptyState>
        )}
      </Stack>
    </>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;
type ContactFormProps = { club: string; member: string; stored: Loaded['stored'] };

const SOLE_PART = { email: 'email', mobile: 'mobile', phone: 'phone', street: 'address' } as const;

function ContactForm({ club, member, stored }: ContactFormProps) {
  const [editing, fields] = useActionForm({
    id: 'own-contact',
    defaultValue: { ...stored, released: stored?.released ?? [] },
  });
  const { version = 1, visibility = {} } = stored ?? {};
  const seen = Object.values(SOLE_PART).map((part) => seenInWords(visibility[part]));
  const allSeen = seen.every((words) => words === seen[0]) && seen[0];
  return (
    <>
      <p className="max-w-160">
        So erreicht Sie <strong>{club}</strong>. {allSeen}
      </p>
      <div className="max-w-160">
        <UnsavedGuard home={ownContactPath(member)} version={version}>
          <ActionForm
            form={editing}
            labels={{ ...memberLabels, released: RELEASED }}
            needs="Alle Angaben sind freiwillig."
            version={version}
            action={ownContactPath(member)}
          >
            <input type="hidden" name="member" value={member} />
            {inRows(contactFieldNames, (name) => (
              <TextField
                key={name}
                field={fields[name]}
                label={memberLabels[name]}
                hint={
                  name in SOLE_PART && !allSeen
                    ? seenInWords(visibility[SOLE_PART[name as keyof typeof SOLE_PART]])
                    : undefined
                }
                required={false}
                {...INPUTS[name]}
              />
            ))}
            <CheckboxGroup
              field={fields.released}
              label={RELEASED}
              hint="Auch wenn der Verein sie sonst nicht zeigt. Sie können das jederzeit zurücknehmen."
              options={RELEASABLE.map((value) => ({ value, label: recordParts[value] }))}
            />
            <ButtonRow>
              <Button variant="primary">Speichern</Button>
            </ButtonRow>
          </ActionForm>
        </UnsavedGuard>
      </div>
    </>
  );
}

const RELEASED = 'Das dürfen alle Mitglieder sehen';

const INPUTS: Partial<Record<ContactField, Partial<ComponentProps<typeof TextField>>>> = {
  email: { type: 'email', autoComplete: 'email' },
  mobile: { type: 'tel', autoComplete: 'tel' },
  phone: { type: 'tel', autoComplete: 'off' },
  street: { autoComplete: 'address-line1' },
  postalCode: { autoComplete: 'postal-code' },
  city: { autoComplete: 'address-level2' },
};

export { OwnErrorScreen as ErrorBoundary } from '~/frame/error-screen';
