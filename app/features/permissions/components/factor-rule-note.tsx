import { dateToText } from '~/dates';
import { factorRulePath } from '~/paths/permissions';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { type Missing, MissingFactors } from './missing-factors';

type FactorRuleProps = Missing & {
  /** The day from which it holds, 'YYYY-MM-DD'; null if it is off. */
  on: string | null;
  holds: boolean;
};

/** Below the users: whether admins need a second factor, and who lacks one (T6). */
export function FactorRuleNote({ rule, search }: { rule: FactorRuleProps; search: string }) {
  const { on, holds } = rule;
  return (
    <Card title="Zweiter Faktor für Verwaltende">
      <p>
        {on
          ? `Verlangt ${holds ? 'seit' : 'ab'} dem ${dateToText(on)}.`
          : 'Nicht verlangt: Zum Einloggen reicht ein Passwort.'}
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
