import type { FieldMetadata } from '@conform-to/react';
import { TextArea, TextField } from '~/ui/field';
import { type MemberField, memberFieldNames, memberFields } from '../fields';

type Fields = Record<MemberField, FieldMetadata<string | null | undefined>>;

/**
 * The inputs for a new or a present member (D2). One for every field: a text that the form does not
 * post is emptied by saving it.
 */
export function MemberFields({ fields }: { fields: Fields }) {
  return memberFieldNames.map((name) => {
    const { label, hint, lines, missing } = memberFields[name];
    const input = { field: fields[name], label, hint, required: missing !== undefined };
    return lines ? (
      <TextArea key={name} {...input} />
    ) : (
      <TextField key={name} {...input} autoComplete="off" />
    );
  });
}
