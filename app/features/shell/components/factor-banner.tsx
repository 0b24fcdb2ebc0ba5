import { factorPath } from '~/paths/factors';
import { Banner } from '~/ui/banner';
import { Link } from '~/ui/link';

/** For admins without a second factor where their club wants one (T6). */
export function FactorBanner({ title, text }: { title: string; text: string }) {
  return (
    <Banner tone="warning" title={title}>
      {text} <Link to={factorPath}>Zweiten Faktor einrichten</Link>
    </Banner>
  );
}
