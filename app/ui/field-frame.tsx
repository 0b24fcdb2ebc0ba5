import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { IconAlert } from './icons';

/** What a field says about itself. */
export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  /** False marks the field '(optional)'; fields are required unless said otherwise. */
  required?: boolean;
};

type FieldState = Pick<FieldMetadata<unknown>, 'id' | 'errors' | 'errorId' | 'descriptionId'>;

/**
 * The ids of the field's hint and error texts, as far as they are on the page, for
 * `aria-describedby`.
 */
export function describedBy(field: FieldState, text: FieldText): string | undefined {
  const ids = [text.hint && field.descriptionId, field.errors?.some(Boolean) && field.errorId];
  return ids.filter(Boolean).join(' ') || undefined;
}

/**
 * The field's messages. An error with an empty text marks the field (see FieldFrame) and says
 * nothing (A2).
 */
export function FieldError({ field }: { field: FieldState }) {
  const texts = field.errors?.filter(Boolean) ?? [];
  if (texts.length === 0) return null;
  return (
    <p className="field-error" id={field.errorId}>
      <IconAlert />
      <span>{texts.join(' ')}</span>
    </p>
  );
}

/** Label, hint and error around one control, which carries `field.id`. */
export function FieldFrame({
  field,
  label,
  hint,
  required,
  children,
}: FieldText & { field: FieldState; children: ReactNode }) {
  return (
    <div className="field" data-invalid={field.errors ? '' : undefined}>
      <label htmlFor={field.id}>
        {label}
        {required === false && <span className="optional"> (optional)</span>}
      </label>
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
      <FieldError field={field} />
      {children}
    </div>
  );
}
