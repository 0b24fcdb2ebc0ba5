import { Banner } from '~/ui/banner';
import { INVALID_CODE } from '../wording';

/** The link was used, revoked or replaced, or is too old (C5). */
export function InvalidCode() {
  return (
    <Banner tone="danger" title={INVALID_CODE}>
      <p>
        Der Link wurde schon benutzt, widerrufen oder ersetzt, oder er ist abgelaufen. Bitten Sie
        Ihren Verein um einen neuen.
      </p>
    </Banner>
  );
}
