import { useActionData, useLocation } from '@remix-run/react';
import { useState } from 'react';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { TextArea } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { Initials } from '~/ui/initials';
import { type Notice, ResponseNotice } from '~/ui/notices';
import type { PastedLine } from '../pasted.server';
import { membersPath, severalMembersPath } from '../paths';
import { CREATE_SEVERAL, membersCounted } from '../wording';

type Line = PastedLine & { readonly doubt?: string };
type Shown = {
  output?: { lines: Line[] };
  notice?: Notice;
  result?: { initialValue?: Record<string, unknown> | null };
};

/** Names to paste, then a preview of what becomes of each line, then the button that enters them. */
export function SeveralMembers() {
  const { pathname, search } = useLocation();
  const shown = useActionData() as Shown | undefined;
  // The form below posts to the preview, and so shows no notification of the creation.
  const refused = pathname.endsWith('/creation') ? shown?.notice : undefined;
  const [pasting, fields] = useActionForm<{ lines: string }>({ id: 'several-members' });
  const lines = shown?.output?.lines;
  return (
    <RouteDialog title={CREATE_SEVERAL} closeTo={membersPath(search)} size="large">
      <ResponseNotice notice={refused} />
      <ActionForm
        form={pasting}
        action={severalMembersPath(search)}
        labels={{ lines: 'Namen', chosen: 'Auswahl' } as Record<string, string>}
      >
        <TextArea
          field={fields.lines}
          label="Namen"
          rows={lines ? 3 : 5}
          hint="Je Zeile ein Mitglied: „Anna Lindner“ oder „Lindner, Anna“, auch aus einer Tabelle kopiert."
        />
        {lines ? (
          <div>
            <Button>Vorschau erneuern</Button>
          </div>
        ) : (
          <DialogActions>
            <Button variant="primary">Vorschau</Button>
          </DialogActions>
        )}
      </ActionForm>
      {lines && <Preview lines={lines} text={String(shown?.result?.initialValue?.lines ?? '')} />}
    </RouteDialog>
  );
}

function Preview({ lines, text }: { lines: readonly Line[]; text: string }) {
  const { search } = useLocation();
  const [creating] = useActionForm({ id: 'create-members', lastResult: null });
  const readable = lines.filter(({ fault }) => !fault);
  const [count, setCount] = useState(readable.filter(({ doubt }) => !doubt).length);
  return (
    <ActionForm form={creating} action={severalMembersPath(search, '/creation')} summary={false}>
      <input type="hidden" name="lines" value={text} />
      <fieldset
        onChange={({ currentTarget }) =>
          setCount(currentTarget.querySelectorAll(':checked').length)
        }
      >
        <legend className="font-semibold">Das wird eingetragen</legend>
        <ul className="checklist">
          {lines.map((line) => (
            <PreviewLine key={line.at} {...line} />
          ))}
        </ul>
      </fieldset>
      {readable.length > 0 && (
        <DialogActions sticky>
          <Button variant="primary">{membersCounted(count)} eintragen</Button>
        </DialogActions>
      )}
    </ActionForm>
  );
}

/** What becomes of a line: a member, unless it is unticked or cannot be read. */
function PreviewLine({ at, firstName, lastName, fault, doubt }: Line) {
  if (fault) {
    return (
      <li className="py-2 wrap-anywhere">
        <strong className="text-red">Zeile {at}:</strong> {firstName} {lastName} – {fault}
      </li>
    );
  }
  return (
    <li>
      <label>
        <Initials firstName={firstName} lastName={lastName} seed={String(at % 8)} />
        <span>
          {firstName} <b>{lastName}</b> {doubt && <small className="text-orange">{doubt}</small>}
        </span>
        <input type="checkbox" name={`chosen[${at}]`} value={at} defaultChecked={!doubt} />
        eintragen
      </label>
    </li>
  );
}
