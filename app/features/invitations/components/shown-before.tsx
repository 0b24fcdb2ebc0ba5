import { dateToText } from '~/dates';
import { Banner } from '~/ui/banner';
import { ButtonLink } from '~/ui/button';
import { DialogActions } from '~/ui/dialog';

type ShownBeforeProps = {
  /** Last day of the link that was shown, 'YYYY-MM-DD'; null if it is no longer valid. */
  validThrough: string | null;
  /** The dialog that creates a new invitation. */
  again: string;
};

/** Replaces a link that was shown already, after a reload or from the browser's history (D4). */
export function ShownBefore({ validThrough, again }: ShownBeforeProps) {
  return (
    <>
      <Banner tone="warning" title="Der Link wurde schon angezeigt." alert>
        {validThrough ? (
          <p>
            Er kann nur einmal angezeigt werden. Wenn Sie ihn kopiert haben, können Sie ihn
            verwenden: Er gilt bis {dateToText(validThrough)}. Mit einem neuen Link wird er
            ungültig.
          </p>
        ) : (
          <p>
            Er gilt nicht mehr: Die Einladung wurde angenommen, abgelehnt, widerrufen oder ersetzt.
          </p>
        )}
      </Banner>
      <DialogActions cancel="Fertig">
        <ButtonLink to={again} dialog>
          Neue Einladung
        </ButtonLink>
      </DialogActions>
    </>
  );
}
