import { useEffect, useRef } from 'react';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { type Choice, optionState } from '../view';
import { OptionResult } from './option-result';

type OptionListProps = {
  /** `count` is null while the result is hidden. */
  options: ReadonlyArray<{ optionUuid: string; name: string; count: number | null }>;
  choice: Choice;
  closed: boolean;
  disabled: boolean;
};

/**
 * The options inside the form that answers a poll: a button each, or the choice and result (F4).
 */
export function OptionList({ options, choice, closed, disabled }: OptionListProps) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(choice.kind);
  useEffect(() => {
    // The pressed button is gone; keep the focus in its place.
    if (choice.kind === 'chosen' && before.current === 'none') list.current?.focus();
    before.current = choice.kind;
  }, [choice.kind]);
  const total = options.reduce((sum, { count }) => sum + (count ?? 0), 0);
  return (
    <ul ref={list} tabIndex={-1} className="divide-y divide-line border-y border-line">
      {options.map(({ optionUuid, name, count }) => {
        const state = optionState(choice, closed, optionUuid);
        return (
          <li
            key={optionUuid}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
          >
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-semibold">{name}</p>
              {count !== null && <OptionResult count={count} total={total} />}
            </div>
            {state === 'open' && (
              <Button
                name="option"
                value={optionUuid}
                disabled={disabled}
                aria-label={`Eintragen: ${name}`}
              >
                Eintragen
              </Button>
            )}
            {state === 'chosen' && <Badge tone="green">Ausgewählt</Badge>}
            {state === 'not-chosen' && <Badge>Nicht ausgewählt</Badge>}
          </li>
        );
      })}
    </ul>
  );
}
