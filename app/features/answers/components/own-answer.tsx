import { Form } from '@remix-run/react';
import { useId } from 'react';
import { eventPath, FROM_EVENT } from '~/features/events/paths';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Disclosure } from '~/ui/disclosure';
import { Facts } from '~/ui/facts';
import { Labelled } from '~/ui/field-frame';
import { HiddenFields } from '~/ui/hidden-fields';
import { IconCheckCircle } from '~/ui/icons';
import { MultilineInput, Select } from '~/ui/input';
import type { EventPage } from '../event-rows.server';
import type { Answering, OwnAnswerView } from '../own-answer.server';

type OwnAnswerProps = Pick<EventPage, 'uuid' | 'deadlines'> & { own: OwnAnswerView };

/** One's own answer and the buttons that give another: one tap, and more where somebody unfolds it. */
export function OwnAnswer({ uuid, deadlines, own }: OwnAnswerProps) {
  const { answer, title, hints, buttons, told, changes } = own;
  const joins = answer === 'waiting' || buttons.some(({ does }) => does === 'waiting');
  return (
    <Card>
      <h2 className="flex items-center gap-2">
        {answer === 'yes' && (
          <span className="text-green">
            <IconCheckCircle />
          </span>
        )}
        {title}
      </h2>
      {hints.map((hint) => (
        <p className="mt-1" key={hint}>
          {hint}
        </p>
      ))}
      <Form
        className="mt-3 grid grid-cols-1 gap-3"
        method="post"
        action={pathOf(uuid, 'registration')}
        preventScrollReset
      >
        <HiddenFields form="answer" />
        {joins && <input type="hidden" name="waitingList" value="on" />}
        {buttons.length > 0 && (
          <div className="flex flex-wrap gap-3 max-sm:*:flex-auto">
            {buttons.map((button) => (
              <Button
                key={button.label}
                variant={SAYS_YES.includes(button.does) ? 'primary' : 'secondary'}
                formAction={pathOf(uuid, button.does)}
              >
                {button.label}
              </Button>
            ))}
          </div>
        )}
        {told && (changes || buttons.length > 0) && <Told told={told} changes={changes} />}
      </Form>
      {deadlines.length > 0 && (
        <div className="mt-3 text-md">
          <Facts items={deadlines} />
        </div>
      )}
    </Card>
  );
}

const SAYS_YES: readonly Answering[] = ['registration', 'waiting'];

/** Where the buttons lead; each leads back here. */
function pathOf(event: string, does: Answering): string {
  if (does === 'decline') return eventPath(event, 'decline', FROM_EVENT);
  if (does === 'withdrawal') return eventPath(event, 'registration/withdrawal', FROM_EVENT);
  return eventPath(event, 'registration', FROM_EVENT);
}

type ToldProps = Pick<OwnAnswerView, 'changes'> & { told: NonNullable<OwnAnswerView['told']> };

/** What may be told along with an answer; most people have nothing to add. */
function Told({ told: { places, note, most }, changes }: ToldProps) {
  const id = useId();
  return (
    <Disclosure summary={most > 0 ? 'Begleitpersonen, Anmerkung' : 'Anmerkung'}>
      <div className="grid grid-cols-1 gap-3">
        {most > 0 && (
          <Labelled label="Begleitpersonen" htmlFor={`${id}-places`}>
            <Select id={`${id}-places`} name="places" defaultValue={places}>
              {Array.from({ length: Math.max(most + 1, places) }, (_, companions) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the number is what it is.
                <option key={companions} value={companions + 1}>
                  {companionsText(companions)}
                </option>
              ))}
            </Select>
          </Labelled>
        )}
        <Labelled label="Anmerkung (nur für die Leitung)" htmlFor={`${id}-note`}>
          <MultilineInput
            id={`${id}-note`}
            name="note"
            rows={3}
            maxLength={500}
            defaultValue={note}
          />
        </Labelled>
        {changes && (
          <div>
            <Button>Speichern</Button>
          </div>
        )}
      </div>
    </Disclosure>
  );
}

function companionsText(count: number): string {
  if (count === 0) return 'keine';
  return count === 1 ? '1 Person' : `${count} Personen`;
}
