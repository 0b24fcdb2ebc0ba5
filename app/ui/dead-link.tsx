import { ButtonLink } from './button';
import { PageHeader } from './page-header';

/** Replaces a screen whose link is not valid, with the same text whatever the reason. */
export function DeadLink({ login }: { login: string }) {
  return (
    <>
      <PageHeader title="Dieser Link gilt nicht mehr." />
      <p>
        Die E-Mail ist wohl schon etwas älter, oder es hat sich seitdem etwas geändert. Wenn Sie
        sich einloggen, sehen Sie alles, was gerade ansteht.
      </p>
      <ButtonLink to={login} variant="primary">
        Einloggen
      </ButtonLink>
    </>
  );
}
