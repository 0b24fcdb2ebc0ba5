import type { FieldMetadata } from '@conform-to/react';
import { TextArea, TextField } from '~/ui/field';
import type { MemberFields as Stored } from '../schema';

/** One for every field: a text that the form does not post is emptied by saving it. */
export const memberLabels: Record<keyof Stored, string> = {
  firstName: 'Vorname',
  lastName: 'Nachname',
  customMemberIdentifier: 'Kennung',
  description: 'Beschreibung',
};

type Fields = Record<keyof Stored, FieldMetadata<string | null | undefined>>;

/** The inputs for a new or a present member (D2). */
export function MemberFields({ fields }: { fields: Fields }) {
  return (
    <>
      <TextField field={fields.firstName} label={memberLabels.firstName} autoComplete="off" />
      <TextField field={fields.lastName} label={memberLabels.lastName} autoComplete="off" />
      <TextField
        field={fields.customMemberIdentifier}
        label={memberLabels.customMemberIdentifier}
        hint="Zum Beispiel die Mitgliedsnummer."
        required={false}
        autoComplete="off"
      />
      <TextArea field={fields.description} label={memberLabels.description} required={false} />
    </>
  );
}
