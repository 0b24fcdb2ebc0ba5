import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useState } from 'react';

/**
 * What the server said of a form, without its errors at fields that were changed since: whoever mends
 * one sees it gone. Without scripts all stay until the form is sent again.
 */
export function useMended(result: SubmissionResult | null | undefined) {
  const [[of, rest], setMended] = useState([result, result]);
  const shown = of === result ? rest : result;
  useEffect(() => {
    const said = Object.entries(shown?.error ?? {});
    function mend({ target }: Event) {
      const changed = pathOf((target as HTMLInputElement).name);
      const error = said.filter(([name]) => !name || !changed.startsWith(pathOf(name)));
      // Without a status, as a refusal takes the focus.
      if (error.length < said.length) setMended([result, { error: Object.fromEntries(error) }]);
    }
    document.addEventListener('input', mend);
    return () => document.removeEventListener('input', mend);
  });
  return shown;
}

/** A part ('rule.every', 'days[2]') begins with the whole, of which something may be said, too. */
const pathOf = (name: string) => `${name.replace('[', '.')}.`;
