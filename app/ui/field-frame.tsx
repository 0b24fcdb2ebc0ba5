import type { FieldMetadata } from '@conform-to/react';
import { type ComponentProps, forwardRef, type ReactNode, useContext } from 'react';
import { NeedsSaidContext } from './form-context';
import { IconAlert } from './icons';

export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  /**
   * False marks the field '(optional)', unless its form says what it needs; null does not, if one of
   * several fields is enough.
   */
  required?: boolean | null;
};

export type FieldState = Pick<
  FieldMetadata<unknown>,
  'id' | 'errors' | 'errorId' | 'descriptionId'
>;

const LOOK = 'relative grid min-w-0 grid-cols-1 gap-1';

/** The ids of the field's hint and errors that are on the page, for `aria-describedby`. */
export function describedBy(field: FieldState, text: FieldText): string | undefined {
  const ids = [text.hint && field.descriptionId, field.errors?.some(Boolean) && field.errorId];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** The field's messages. An error with an empty text marks the field without a message (A2). */
function FieldError({ field }: { field: FieldState }) {
  const texts = field.errors?.filter(Boolean) ?? [];
  return texts.length > 0 && <ErrorText id={field.errorId}>{texts.join(' ')}</ErrorText>;
}

/** A message at a control. */
export function ErrorText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field-error flex gap-1.5 text-md font-semibold text-red svg:mt-0.5" id={id}>
      <IconAlert />
      <span className="whitespace-pre-wrap wrap-anywhere">{children}</span>
    </p>
  );
}

export function Hint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    // Not a paragraph, as it may be inside a label; and set apart for text browsers, too.
    <>
      {' '}
      <span className="block text-md font-normal text-muted" id={id}>
        {children}
      </span>
    </>
  );
}

function Optional({ required }: Pick<FieldText, 'required'>) {
  const isSaid = useContext(NeedsSaidContext);
  return (
    required === false && !isSaid && <span className="font-normal text-muted"> (optional)</span>
  );
}

/** A label above one control, which has the id `htmlFor`. */
export function Labelled({
  label,
  htmlFor,
  children,
  ...rest
}: ComponentProps<'div'> & { label: ReactNode; htmlFor: string }) {
  return (
    <div {...rest} className={LOOK}>
      <label className="font-semibold" htmlFor={htmlFor}>
        {label}
      </label>
      {children}
    </div>
  );
}

/** Label, hint and errors around one control, which has the id `field.id`. */
export function FieldFrame({
  field,
  label,
  hint,
  required,
  children,
}: FieldText & { field: FieldState; children: ReactNode }) {
  const text = (
    <>
      {label}
      <Optional required={required} />
    </>
  );
  return (
    <Labelled label={text} htmlFor={field.id} data-invalid={field.errors ? '' : undefined}>
      {hint && <Hint id={field.descriptionId}>{hint}</Hint>}
      <FieldError field={field} />
      {children}
    </Labelled>
  );
}

type FieldGroupProps = FieldText & {
  field: FieldState;
  children: ReactNode;
};

/** Label, hint and errors around several controls. */
export const FieldGroup = forwardRef<HTMLFieldSetElement, FieldGroupProps>(function FieldGroup(
  { field, label, hint, required, children },
  ref,
) {
  return (
    <fieldset
      ref={ref}
      className={LOOK}
      id={field.id}
      tabIndex={-1}
      data-invalid={field.errors ? '' : undefined}
      aria-describedby={describedBy(field, { label, hint })}
    >
      <legend className="mb-1 font-semibold">
        {label}
        <Optional required={required} />
      </legend>
      {hint && <Hint id={field.descriptionId}>{hint}</Hint>}
      <FieldError field={field} />
      {children}
    </fieldset>
  );
});
