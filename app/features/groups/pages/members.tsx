import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { groupBehind, groupMembersPath, groupPath, groupsPath } from '~/paths/groups';
import { Button } from '~/ui/button';
import { Checklist } from '~/ui/checklist';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { Disclosure } from '~/ui/disclosure';
import { TextArea } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { Initials } from '~/ui/initials';
import { MemberFilter, MemberSearch } from '~/ui/member-pages';
import { titled } from '~/ui/title';
import { chooseGroupMembers, readGroupCandidates } from '../operations.server';
import type { chosenMembers } from '../schema';
import { messages } from '../wording';

const TITLE = 'Mitglieder wählen';

export const meta = titled(TITLE);

const read = page(readGroupCandidates, {
  gone: { to: () => groupsPath, message: messages.groupLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const { group, members, q } = await read(args);
  return {
    uuid: group.uuid,
    name: group.name,
    q,
    // Those who belong to it first.
    members: [...members]
      .sort((one, other) => Number(other.belongs) - Number(one.belongs))
      .map((member) => ({
        uuid: member.uuid,
        name: `${member.lastName}, ${member.firstName}`,
        firstName: member.firstName,
        lastName: member.lastName,
        ...(member.belongs && { belongs: true }),
        distinction: member.distinction,
      })),
  };
}

/** Also after a refusal, which may concern a deleted member. */
export const shouldRevalidate = () => true;

export const action = form(chooseGroupMembers, {
  success: messages.groupMembersSaved,
  failure: messages.groupMembersFailed,
  next: shownNext,
  bringsNext: false,
  gone: groupsPath,
});

/** The target of the pressed button: a search saves on its way, so that no tick is lost. */
function shownNext(_output: unknown, args: ActionFunctionArgs, fields: Record<string, unknown>) {
  const { q, search } = fields as z.output<typeof chosenMembers>;
  return search ? groupMembersPath(args.params.group ?? '', q) : groupBehind(args);
}

/** Who belongs to a group: by ticking, or by pasting names (U2). */
export default function GroupMembers() {
  const { uuid, name, q, members } = useLoaderData<typeof loader>();
  const [more, setMore] = useState(0);
  const before = useMemo(
    () => members.flatMap((member) => (member.belongs ? member.uuid : [])),
    [members],
  );
  const [choosing, fields] = useActionForm<{
    inQuestion: string[];
    members: string[];
    names: string;
  }>({ id: 'group-members', defaultValue: { inQuestion: [], members: [], names: '' } });
  const count = before.length + more;
  return (
    <RouteDialog
      key={q === null ? undefined : q}
      title={TITLE}
      subject={name}
      closeTo={groupPath(uuid)}
    >
      <ActionForm form={choosing} labels={{ members: 'Mitglieder', names: 'Namen' }}>
        <Checklist
          field={fields.members}
          label="Wer gehört dazu?"
          hint={count === 1 ? '1 Mitglied angekreuzt' : `${count} Mitglieder angekreuzt`}
          tools={
            <div className="py-2">{q === null ? <MemberFilter /> : <MemberSearch q={q} />}</div>
          }
          tick="gehört dazu"
          plain
          before={before}
          beforeField={fields.inQuestion}
          onTick={setMore}
          sections={[
            {
              none: q ? `Zu „${q}“ gibt es hier niemanden.` : 'Noch keine Mitglieder.',
              items: members.map((member) => ({
                value: member.uuid,
                label: member.distinction ? (
                  <>
                    {`${member.name} `}
                    <small className="text-md text-muted">{member.distinction}</small>
                  </>
                ) : (
                  member.name
                ),
                mark: (
                  <Initials
                    firstName={member.firstName}
                    lastName={member.lastName}
                    seed={member.uuid}
                  />
                ),
              })),
            },
          ]}
        />
        <Disclosure
          summary="Namensliste einfügen"
          open={Boolean(fields.names.errors || fields.names.initialValue)}
        >
          <TextArea
            field={fields.names}
            label="Namen"
            hint="Eine Person je Zeile, etwa aus einer Tabelle. Sie kommen zu den Angekreuzten dazu."
            required={false}
          />
        </Disclosure>
        <DialogActions>
          <Button variant="primary">Speichern</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
