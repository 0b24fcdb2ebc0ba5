import type { ComponentProps } from 'react';
import { TextField } from '~/ui/field';

export const OR_RECOVERY =
  'Haben Sie die App gerade nicht? Dann geht auch einer Ihrer Wiederherstellungscodes.';

/** For a code of the second factor (T3), or a recovery code: those have letters, so no keypad. */
export const CodeField = (field: ComponentProps<typeof TextField>) => (
  <TextField
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={50}
    {...field}
  />
);
