import { useEffect, useId, useRef, useState } from 'react';
import { Button } from './button';
import { Labelled } from './field-frame';
import { IconCheck, IconCopy } from './icons';
import { Input } from './input';

/** A value to copy: by a button with JavaScript, or by hand. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [scripted, setScripted] = useState(false);
  const [copied, setCopied] = useState(false);

  useEffect(() => setScripted(true), []);

  async function copy() {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // The clipboard needs https and permission; this older way needs neither.
      document.execCommand('copy');
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 4000);
  }

  return (
    <Labelled label={label} htmlFor={id}>
      <div className="flex gap-2">
        <Input
          ref={input}
          id={id}
          value={value}
          readOnly
          onFocus={(event) => event.target.select()}
        />
        {scripted && (
          <Button type="button" onClick={copy}>
            {copied ? <IconCheck /> : <IconCopy />}
            {copied ? 'Kopiert' : 'Kopieren'}
          </Button>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {copied ? 'In die Zwischenablage kopiert.' : ''}
      </p>
    </Labelled>
  );
}
