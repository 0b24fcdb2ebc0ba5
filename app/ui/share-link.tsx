import { useState } from 'react';
import { Button } from './button';
import { IconCheck, IconCopy, IconShare } from './icons';
import { useScripted } from './scripted';

type ShareLinkProps = {
  /** What the link leads to. */
  title: string;
  /** The whole address. */
  url: string;
};

/**
 * Shares an address: with another app of the phone if possible, else by the clipboard. Without
 * scripts, or if the browser allows neither, people copy it by hand.
 */
export function ShareLink({ title, url }: ShareLinkProps) {
  const scripted = useScripted();
  const [state, setState] = useState<'copied' | 'refused' | null>(null);
  const shares = !scripted || 'share' in navigator;
  const copied = state === 'copied';

  async function share() {
    if (shares) {
      // Closing the phone's menu is not an error.
      await navigator.share({ title, url }).catch(() => {});
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      setState('copied');
      setTimeout(() => setState(null), 4000);
    } catch {
      setState('refused');
    }
  }

  return (
    <div className="print:hidden">
      {state !== 'refused' && (
        <span className="-ml-3 whitespace-nowrap noscript:hidden">
          <Button type="button" variant="quiet" size="small" onClick={share}>
            {shares ? <IconShare /> : copied ? <IconCheck /> : <IconCopy />}
            {shares ? 'Teilen' : copied ? 'Link kopiert' : 'Link kopieren'}
          </Button>
        </span>
      )}
      <p className={`text-md wrap-anywhere ${state === 'refused' ? '' : 'hidden noscript:block'}`}>
        <span className="text-muted">Link:</span> <span className="select-all">{url}</span>
      </p>
      <p className="visually-hidden" role="status">
        {copied ? 'In die Zwischenablage kopiert.' : ''}
      </p>
    </div>
  );
}
