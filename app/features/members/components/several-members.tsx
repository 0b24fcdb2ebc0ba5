import { useActionData, useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { importsPath } from '~/paths/imports';
import { membersPath, severalMembersPath } from '~/paths/members';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { TextArea } from '~/ui/field';
import { Hint } from '~/ui/field-frame';
import { ActionForm, useActionForm } from '~/ui/form';
import { Initials } from '~/ui/initials';
import { Link } from '~/ui/link';
import type { PastedLine } from '../rules/pasted.server';
import { CREATE_SEVERAL, memberCount, messages } from '../wording';

type Line = Omit<PastedLine, 'others'> & {
  readonly doubt?: string;
  /** Not entered unless ticked. */
  readonly isLeftOut?: boolean;
};
type Shown = {
  output?: { lines: Line[]; isMore: boolean };
  result?: { initialValue?: Record<string, unknown> | null };
};

/** Names to paste, then a preview of each line, then the button that enters them. */
export function SeveralMembers() {
  const { search, key } = useLocation();
  const shown = useActionData() as Shown | undefined;
  const [pasting, fields] = useActionForm<{ lines: string }>({ id: 'several-members' });
  const lines = shown?.output?.lines;
  // On the buttons, not the form, which also shows why creating was refused.
  const toPreview = severalMembersPath(search);
  return (
    <RouteDialog title={CREATE_SEVERAL} closeTo={membersPath(search)}>
      <ActionForm form={pasting} failure={messages.membersCreateFailed} labels={{ lines: 'Namen' }}>
        <TextArea
          field={fields.lines}
          label="Namen"
          rows={lines ? 3 : 5}
          // Once there is a preview, it is what matters.
          grows={!lines}
          hint={
            <>
              Je Zeile ein Mitglied: „Anna Lindner“ oder „Lindner, Anna“, auch aus einer Tabelle
              kopiert. Nur Namen: E-Mail und Telefon übernimmt „
              <Link to={importsPath}>Importieren</Link>“.
            </>
          }
        />
        {lines ? (
          <div>
            <Button formAction={toPreview}>Vorschau erneuern</Button>
          </div>
        ) : (
          <DialogActions>
            <Button variant="primary" formAction={toPreview}>
              Vorschau
            </Button>
          </DialogActions>
        )}
      </ActionForm>
      {/* A new one for each response, as it would keep the old ticks and count. */}
      {lines && (
        <Preview
          key={key}
          lines={lines}
          isMore={shown.output?.isMore}
          text={String(shown?.result?.initialValue?.lines ?? '').replaceAll('\r\n', '\n')}
        />
      )}
    </RouteDialog>
  );
}

type PreviewProps = {
  lines: readonly Line[];
  /** Whether a line also has what is not entered. */
  isMore?: boolean | undefined;
  text: string;
};

function Preview({ lines, isMore, text }: PreviewProps) {
  const { search } = useLocation();
  const [creating] = useActionForm({ id: 'create-members', lastResult: null });
  const heading = useRef<HTMLLegendElement>(null);
  const faulty = lines.filter(({ fault }) => fault);
  const readable = lines.filter(({ fault }) => !fault);
  const [count, setCount] = useState(readable.filter(({ isLeftOut }) => !isLeftOut).length);
  // The pressed button is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <ActionForm
      form={creating}
      action={severalMembersPath(search, '/creation')}
      failure={messages.membersCreateFailed}
      summary={false}
    >
      <input type="hidden" name="lines" value={text} />
      <fieldset
        onChange={({ currentTarget }) =>
          setCount(currentTarget.querySelectorAll(':checked').length)
        }
      >
        <legend className="font-semibold" ref={heading} tabIndex={-1}>
          Das wird eingetragen
        </legend>
        {isMore && <Hint>Nur die Namen. Was sonst in den Zeilen steht, bleibt weg.</Hint>}
        <ul className="checklist">
          {/* First what needs attention, which is easily missed among hundreds of lines. */}
          {[
            ...faulty,
            ...readable.filter(({ doubt }) => doubt),
            ...readable.filter(({ doubt }) => !doubt),
          ].map((line) => (
            <PreviewLine key={line.at} {...line} />
          ))}
        </ul>
      </fieldset>
      {readable.length > 0 && (
        <DialogActions>
          <Button variant="primary">{memberCount(count)} eintragen</Button>
        </DialogActions>
      )}
    </ActionForm>
  );
}

/** The result of a line: a member, unless it is unticked or unreadable. */
function PreviewLine({ at, firstName, lastName, fault, doubt, isLeftOut }: Line) {
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
        <input type="checkbox" name={`chosen[${at}]`} value={at} defaultChecked={!isLeftOut} />
        eintragen
      </label>
    </li>
  );
}
