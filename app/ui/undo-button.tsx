import type { MouseEvent } from 'react';
import { Button } from './button';
import type { Undo } from './notice-store';
import { UNDO } from './notice-text';

/**
 * Undoes what was just done, in the place of the button that did it: part of the same form, and
 * with that button's focus.
 */
export function UndoButton({ action, field, value, size }: Undo & { size?: 'small' }) {
  return (
    <Button
      autoFocus
      variant="quiet"
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

/** The second tap of a double tap was meant for the previous button. */
export function ignoreSecondTap(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}
