import type { FieldProps } from '~/ui/field';
import { TextField } from '~/ui/field';
import { passwordHint } from '../wording';

type NewPasswordFieldsProps = {
  fields: { password: FieldProps['field']; passwordRepeat: FieldProps['field'] };
  /** Label of the first field; the second one adds 'wiederholen' (A7). */
  label: string;
  minLength: number;
};

export function NewPasswordFields({ fields, label, minLength }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        field={fields.password}
        label={label}
        type="password"
        autoComplete="new-password"
        hint={passwordHint(minLength)}
      />
      <TextField
        field={fields.passwordRepeat}
        label={`${label} wiederholen`}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
