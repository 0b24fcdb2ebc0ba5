import type { FieldMetadata } from '@conform-to/react';
import { RadioGroup, TextField } from '~/ui/field';
import { COLORS, labels } from '../fields';
import { colorTexts } from '../wording';

type Fields = { name: FieldMetadata<string>; color: FieldMetadata<string> };

const colors = COLORS.map((value) => ({ value, label: colorTexts[value] }));

/** The name of a group, and its colour. */
export function GroupFields({ fields }: { fields: Fields }) {
  return (
    <>
      <TextField field={fields.name} label={labels.name} autoComplete="off" maxLength={100} />
      <RadioGroup field={fields.color} label={labels.color} options={colors} />
    </>
  );
}
