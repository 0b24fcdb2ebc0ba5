import type { Person } from '~/kernel/actor';
import { namesOf } from '../wording';

export type Missing = {
  missing: readonly Person[];
  missingCount: number;
};

/** Names the admins who have no second factor yet (T6). */
export function MissingFactors({ missing, missingCount }: Missing) {
  if (missingCount === 0) return <p>Alle haben einen eingerichtet.</p>;
  return <p className="wrap-anywhere">Noch ohne Handy-Code: {namesOf(missing, missingCount)}.</p>;
}
