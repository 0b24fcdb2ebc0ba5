import { dateToText } from '~/dates';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { factorRulePath } from '../paths';
import { namesOf } from '../wording';

export type FactorRuleProps = {
  /** The day from which it holds, 'YYYY-MM-DD'; null if it is off. */
  on: string | null;
  holds: boolean;
  missing: readonly { firstName: string; lastName: string }[];
  missingCount: number;
};

/** Below the users: whether admins need a second factor, and who has none (T6). */
export function FactorRuleNote({ rule, search }: { rule: FactorRuleProps; search: string }) {
  const { on, holds } = rule;
  return (
    <Card title="Zweiter Faktor">
      <p>
        {on
          ? `Wer hier verwaltet, braucht ${holds ? 'seit' : 'ab'} dem ${dateToText(on)} einen zweiten Faktor.`
          : 'Wer hier verwaltet, braucht zum Anmelden bisher nur ein Passwort.'}
      </p>
      {on && <MissingFactors {...rule} />}
      <p className="mt-3">
        <ButtonLink size="small" to={factorRulePath(search)} preventScrollReset>
          {on ? 'Aufheben' : 'Zweiten Faktor verlangen'}
        </ButtonLink>
      </p>
    </Card>
  );
}

/** Names those who have none yet. */
export function MissingFactors({ missing, missingCount }: FactorRuleProps) {
  if (missingCount === 0) return <p>Alle haben einen eingerichtet.</p>;
  return (
    <p className="wrap-anywhere">Noch ohne zweiten Faktor: {namesOf(missing, missingCount)}.</p>
  );
}
