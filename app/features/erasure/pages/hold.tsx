import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages as members, nameOf } from '~/features/members/wording';
import { activeErrorScreen } from '~/frame/error-screen';
import { memberPath, membersPath } from '~/paths/members';
import { Button, ButtonRow } from '~/ui/button';
import { Card } from '~/ui/card';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { readMemberForErasure, setHold } from '../operations.server';
import type { hold } from '../schema';
import { KEPT_FOR, messages } from '../wording';

export const meta = titled(KEPT_FOR);
export const loader = page(readMemberForErasure, {
  gone: { to: membersPath(), message: members.memberLoadFailed },
});
export const action = form(setHold, {
  success: messages.holdSaved,
  failure: messages.holdFailed,
  next: ({ uuid }) => memberPath(uuid, 'erasure', ''),
  gone: () => membersPath(),
});

/** Why a record is kept (S4). */
export default function Hold() {
  const member = useLoaderData<typeof loader>();
  const [holding, fields] = useActionForm<z.input<typeof hold>>({
    id: 'member-hold',
    defaultValue: { reason: member.hold },
  });
  return (
    <>
      <PageHeader
        title={`${KEPT_FOR}: ${nameOf(member)}`}
        back={{ to: memberPath(member.uuid, 'erasure', ''), label: 'Löschen' }}
      />
      <div className="grid max-w-160 grid-cols-1 gap-4">
        <p>
          Muss der Eintrag bleiben, etwa wegen offener Beiträge oder einer Aufbewahrungspflicht? Mit
          einem Grund wird er weder von Hand noch nach Ablauf der Frist gelöscht. In der Auskunft
          steht er mit drin.
        </p>
        <Card>
          <ActionForm form={holding} labels={{ reason: 'Grund' }}>
            <TextField
              field={fields.reason}
              label="Grund"
              hint="Leer lassen, wenn der Eintrag gelöscht werden darf."
              required={false}
              autoComplete="off"
            />
            <ButtonRow>
              <Button variant="primary">Speichern</Button>
            </ButtonRow>
          </ActionForm>
        </Card>
      </div>
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(members.memberLoadFailed);
