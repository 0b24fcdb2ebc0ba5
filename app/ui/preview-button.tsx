import { Button, ButtonRow } from './button';

/**
 * Previews what a form would do. The address is on the button, not the form, which also shows why
 * the next step was refused.
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
