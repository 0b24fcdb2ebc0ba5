import type { FieldMetadata } from '@conform-to/react';
import { TextArea, TextField } from '~/ui/field';

/** The labels of a member's fields. */
export const memberLabels = {
  firstName: 'Vorname',
  lastName: 'Nachname',
  customMemberIdentifier: 'Kennung',
  description: 'Beschreibung',
};

type Fields = Record<keyof typeof memberLabels, FieldMetadata<string | null | undefined>>;

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
