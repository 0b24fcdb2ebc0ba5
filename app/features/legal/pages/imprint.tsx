import { BACK } from '~/paths/legal';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';

export const meta = titled('Impressum');

/** Shown until the operator sets IMPRINT_URL (B8), as a message at the start asks. */
export default function Imprint() {
  return (
    <>
      <PageHeader title="Impressum" back={BACK} />
      <p>
        Hier steht noch kein Impressum. Wer diese Seite betreibt, erfahren Sie von Ihrem Verein.
      </p>
    </>
  );
}
