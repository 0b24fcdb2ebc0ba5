import { Button } from './button';
import type { Undo } from './notice-store';
import { UNDO } from './notice-text';

/**
 * Takes back what was just done, in the place of the button that did it: part of the same form, and
 * with the focus that was on that button.
 */
export function UndoButton({ action, field, value, size }: Undo & { size?: 'small' }) {
  return (
    <Button autoFocus size={size} name={field} value={value} formAction={action}>
      {UNDO}
    </Button>
  );
}
