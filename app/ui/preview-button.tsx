import { Button, ButtonRow } from './button';

/**
 * Shows what a form would do before it does it. The address is the button's, not the form's: the
 * same form also shows why the next step was refused.
 */
export function PreviewButton({ to }: { to: string }) {
  return (
    <ButtonRow>
      <Button variant="primary" formAction={to}>
        Vorschau
      </Button>
    </ButtonRow>
  );
}
