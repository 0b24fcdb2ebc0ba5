import { Button } from './button';
import { IconPrint } from './icons';

/** Prints the page; without scripts the browser's own command does. */
export function PrintButton({
  variant = 'primary',
}: {
  variant?: 'primary' | 'secondary' | 'quiet';
}) {
  return (
    <span className="noscript:hidden">
      <Button type="button" variant={variant} onClick={() => window.print()}>
        <IconPrint />
        Drucken
      </Button>
    </span>
  );
}
