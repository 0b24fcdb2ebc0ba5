import { useEffect, useRef } from 'react';
import { Button } from '~/ui/button';
import { hyphenated } from '~/ui/hyphenation';
import { IconCheckCircle } from '~/ui/icons';
import { type Choice, optionState } from '../view';
import { OptionResult } from './option-result';

type OptionListProps = {
  /** `count` is null while the result is hidden. */
  options: ReadonlyArray<{ optionUuid: string; name: string; count: number | null }>;
  choice: Choice;
  closed: boolean;
  disabled: boolean;
};

/** The whole open row is its button's target (P4). */
const ROW = 'relative grid gap-1 border-t border-line px-3 py-2';
const CHOSEN = 'bg-green-soft';

/**
 * The options inside the form that answers a poll: a button each, or the choice and result (F4).
 */
export function OptionList({ options, choice, closed, disabled }: OptionListProps) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(choice.kind);
  useEffect(() => {
    // The pressed button is gone, so keep the focus in its place.
    if (choice.kind === 'chosen' && before.current === 'none') list.current?.focus();
    before.current = choice.kind;
  }, [choice.kind]);
  const total = options.reduce((sum, { count }) => sum + (count ?? 0), 0);
  return (
    <ul ref={list} tabIndex={-1} className="-mx-3 border-b border-line">
      {options.map(({ optionUuid, name, count }) => {
        const state = optionState(choice, closed, optionUuid);
        return (
          <li key={optionUuid} className={`${ROW} ${state === 'chosen' ? CHOSEN : ''}`}>
            <div className="flex items-center gap-x-3">
              {state === 'chosen' && (
                <span className="text-green">
                  <IconCheckCircle />
                </span>
              )}
              <p className="min-w-0 flex-1 font-semibold wrap-anywhere hyphens-auto">
                {hyphenated(name)}
              </p>
              {state === 'open' && (
                <Button
                  name="option"
                  value={optionUuid}
                  size="small"
                  whole
                  disabled={disabled}
                  aria-label={`Eintragen: ${name}`}
                >
                  Eintragen
                </Button>
              )}
              {state === 'chosen' && (
                <span className="flex-none text-md text-green">Ausgewählt</span>
              )}
              {state === 'not-chosen' && (
                <span className="flex-none text-xs text-muted">Nicht ausgewählt</span>
              )}
            </div>
            {count !== null && <OptionResult count={count} total={total} />}
          </li>
        );
      })}
    </ul>
  );
}
