import type { MouseEvent } from 'react';
import { Button } from './button';
import type { Undo } from './notice-store';
import { UNDO } from './notice-text';

/**
 * Takes back what was just done, in the place of the button that did it: part of the same form, and
 * with the focus that was on that button.
 */
export function UndoButton({ action, field, value, size }: Undo & { size?: 'small' }) {
  return (
    <Button
      autoFocus
      size={size}
      name={field}
      value={value}
      formAction={action}
      onClick={ignoreSecondTap}
    >
      {UNDO}
    </Button>
  );
}

/** The second tap of a double one was meant for the button that stood here. */
function ignoreSecondTap(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}
