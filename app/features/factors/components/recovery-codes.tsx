import { useId } from 'react';
import { Banner } from '~/ui/banner';
import { ButtonRow, buttonLook } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';
import { PrintButton } from '~/ui/print-button';
import { RECOVERY_CODES } from '../wording';

/**
 * For the `ref` of what appears with the codes: it takes the focus, which was lost with the form,
 * and so scrolls into view.
 */
export const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Ten new recovery codes, shown only once: to copy, to save or to print (T4). */
export function RecoveryCodes({ codes, appName }: { codes: readonly string[]; appName: string }) {
  const id = useId();
  const text = codes.join('\n');
  const file = `${RECOVERY_CODES} für ${appName}\nJeder gilt einmal.\n\n${text}\n`;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Banner tone="warning" title="Diese Codes sehen Sie nur jetzt." alert>
        <p>
          Mit jedem können Sie sich einmal ohne die App einloggen, etwa wenn Ihr Handy weg ist.
          Drucken Sie sie am besten aus, und bewahren Sie sie nicht nur auf dem Handy auf.
        </p>
      </Banner>
      <pre id={id} className="wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
      <ButtonRow>
        <CopyButton of={id} value={text} variant="primary">
          Alle kopieren
        </CopyButton>
        {/* The codes are not stored, so no later request could return them as a file. */}
        <a
          className={buttonLook()}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="wiederherstellungscodes.txt"
        >
          Als Datei speichern
        </a>
        <PrintButton variant="secondary" />
      </ButtonRow>
    </div>
  );
}
