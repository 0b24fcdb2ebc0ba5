import { type FocusEvent, useId } from 'react';
import { CopyButton } from './copy-button';
import { Labelled } from './field-frame';
import { Input, MultilineInput } from './input';

type CopyFieldProps = {
  label: string;
  value: string;
  /** True if the value has several lines. */
  multiline?: boolean;
  /** True to show all of it, even on a narrow page. */
  wraps?: boolean;
};

/** A value to copy: by a button with JavaScript, or by hand. */
export function CopyField({ label, value, multiline, wraps }: CopyFieldProps) {
  const id = useId();
  const control = {
    id,
    value,
    readOnly: true,
    onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => event.target.select(),
  };
  return (
    <Labelled label={label} htmlFor={id}>
      <div className="flex flex-wrap items-start gap-2">
        <span className="min-w-0 flex-1 basis-44">
          {multiline ? (
            <MultilineInput rows={5} wrap="off" {...control} />
          ) : wraps ? (
            <MultilineInput rows={1} {...control} />
          ) : (
            <Input {...control} />
          )}
        </span>
        <CopyButton of={id} value={value} variant={multiline ? 'primary' : 'secondary'}>
          {multiline ? 'Alle kopieren' : 'Kopieren'}
        </CopyButton>
      </div>
    </Labelled>
  );
}
