import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useState } from 'react';

/**
 * The server's response to a form, without its errors at fields that were changed since. Without
 * scripts errors stay until the form is sent again.
 */
export function useMended(result: SubmissionResult | null | undefined) {
  const [[of, rest], setMended] = useState([result, result]);
  const shown = of === result ? rest : result;
  useEffect(() => {
    const said = Object.entries(shown?.error ?? {});
    function mend({ target }: Event) {
      const changed = pathOf((target as HTMLInputElement).name);
      const error = said.filter(([name]) => !name || !changed.startsWith(pathOf(name)));
      // Without a status, as a refusal moves the focus.
      if (error.length < said.length) setMended([result, { error: Object.fromEntries(error) }]);
    }
    document.addEventListener('input', mend);
    return () => document.removeEventListener('input', mend);
  });
  return shown;
}

/** A part ('rule.every', 'days[2]') begins with the path of the whole, which may have an error, too. */
const pathOf = (name: string) => `${name.replace('[', '.')}.`;
