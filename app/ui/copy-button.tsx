import { useState } from 'react';
import { Button } from './button';
import { IconCheck, IconCopy } from './icons';
import { useScripted } from './scripted';

type CopyButtonProps = {
  /** The element that shows the value: a field or a text. */
  of: string;
  value: string;
  variant?: 'primary' | 'secondary';
  children?: string;
};

/** Copies a value shown beside it; without scripts people copy it by hand. */
export function CopyButton({ of, value, variant, children = 'Kopieren' }: CopyButtonProps) {
  const scripted = useScripted();
  const [copied, setCopied] = useState(false);

  async function copy() {
    select(document.getElementById(of));
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
    <>
      {scripted && (
        <span className="grid max-sm:w-full">
          <Button type="button" variant={variant} onClick={copy}>
            {copied ? <IconCheck /> : <IconCopy />}
            {copied ? 'Kopiert' : children}
          </Button>
        </span>
      )}
      <span className="visually-hidden" role="status">
        {copied ? 'In die Zwischenablage kopiert.' : ''}
      </span>
    </>
  );
}

function select(element: HTMLElement | null) {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    element.select();
  else if (element) getSelection()?.selectAllChildren(element);
}
