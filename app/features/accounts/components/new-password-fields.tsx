import type { FieldProps } from '~/ui/field';
import { PasswordField } from '~/ui/password-field';
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
      <PasswordField
        field={fields.password}
        label={label}
        autoComplete="new-password"
        hint={passwordHint(minLength)}
      />
      <PasswordField
        field={fields.passwordRepeat}
        label={`${label} wiederholen`}
        autoComplete="new-password"
      />
    </>
  );
}
