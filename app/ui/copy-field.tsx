import { type FocusEvent, useId, useState } from 'react';
import { Button } from './button';
import { Labelled } from './field-frame';
import { IconCheck, IconCopy } from './icons';
import { Input, MultilineInput } from './input';
import { useScripted } from './scripted';

type CopyFieldProps = {
  label: string;
  value: string;
  /** True if the value has several lines. */
  multiline?: boolean;
};

/** A value to copy: by a button with JavaScript, or by hand. */
export function CopyField({ label, value, multiline }: CopyFieldProps) {
  const id = useId();
  const scripted = useScripted();
  const [copied, setCopied] = useState(false);

  async function copy() {
    (document.getElementById(id) as HTMLInputElement | null)?.select();
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // The clipboard needs https and permission; this older way needs neither.
      document.execCommand('copy');
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 4000);
  }

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
          {multiline ? <MultilineInput rows={5} wrap="off" {...control} /> : <Input {...control} />}
        </span>
        {scripted && (
          <span className="grid max-sm:w-full">
            <Button type="button" variant={multiline ? 'primary' : 'secondary'} onClick={copy}>
              {copied ? <IconCheck /> : <IconCopy />}
              {copied ? 'Kopiert' : multiline ? 'Alle kopieren' : 'Kopieren'}
            </Button>
          </span>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {copied ? 'In die Zwischenablage kopiert.' : ''}
      </p>
    </Labelled>
  );
}
