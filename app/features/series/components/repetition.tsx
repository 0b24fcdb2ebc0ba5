import { useActionData, useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { fateTexts } from '~/features/events/wording';
import {
  repetitionQuery,
  seriesChangePath,
  seriesCreationPath,
  seriesPath,
  seriesSavingPath,
} from '~/paths/series';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Stack } from '~/ui/card';
import { DatesByMonth } from '~/ui/dates-by-month';
import { UnsavedGuard } from '~/ui/discard-guard';
import { optionsOf, RadioGroup } from '~/ui/field';
import { ActionForm, useActionForm, useVisitKey } from '~/ui/form';
import { PreviewButton } from '~/ui/preview-button';
import type { Choices, changeOf, previewOf, RepetitionValues } from '../view';
import { messages } from '../wording';
import {
  HiddenRepetition,
  RepetitionFields,
  type RepetitionFormValues,
  repetitionLabels,
} from './rule-fields';

type Dates = ReturnType<typeof previewOf>;
type Change = ReturnType<typeof changeOf>;

type RepetitionProps = {
  event: string;
  /** The present rule, or the one to begin with. */
  values: RepetitionValues;
  choices: Choices;
  /** What another rule of a series can hold for; null for an event that does not repeat yet. */
  scopes: Readonly<Record<string, string>> | null;
};

const labels = {
  ...repetitionLabels,
  scope: 'Gilt für',
  listed: 'Termine mit Antworten',
  unlisted: '',
};

/** How an event should repeat, then a preview of its dates, then the button that makes them so (L4, L6). */
export function Repetition(form: RepetitionProps) {
  const key = useVisitKey();
  const shown = (useActionData() as { output?: Dates | Change } | undefined)?.output;
  if (!shown) return <RepetitionForm key={key} {...form} />;
  return 'scope' in shown ? (
    <PreviewedChange event={form.event} {...shown} />
  ) : (
    <PreviewedDates event={form.event} {...shown} />
  );
}

function RepetitionForm({ event, values, choices, scopes }: RepetitionProps) {
  const asked = new URLSearchParams(useLocation().search).get('scope');
  const [form, fields] = useActionForm<RepetitionFormValues>({
    id: 'repetition',
    defaultValue: { ...values, scope: asked === 'all' ? 'all' : 'following' },
  });
  const home = seriesPath(event);
  return (
    <UnsavedGuard home={home} version={0}>
      <ActionForm
        form={form}
        failure={scopes ? messages.repetitionChangeFailed : messages.repeatFailed}
        labels={labels}
      >
        <RepetitionFields fields={fields} choices={choices} />
        {scopes?.all && (
          <RadioGroup field={fields.scope} label={labels.scope} options={optionsOf(scopes)} />
        )}
        {scopes && !scopes.all && (
          <p>
            <span className="font-semibold">{labels.scope}:</span> {scopes.following}
            <input type="hidden" name={fields.scope.name} value="following" />
          </p>
        )}
        <PreviewButton to={scopes ? seriesChangePath(event) : home} />
      </ActionForm>
    </UnsavedGuard>
  );
}

function PreviewedDates({ event, ...preview }: Dates & { event: string }) {
  const { words, counts, making, values, rule, notes, later, months } = preview;
  const [form] = useActionForm({ id: 'make-series', lastResult: null });
  return (
    <PreviewCard heading={counts} words={words}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {later && <p className="text-muted">{later}</p>}
      <ActionForm
        form={form}
        action={seriesCreationPath(event)}
        failure={messages.repeatFailed}
        summary={false}
      >
        <HiddenRepetition {...values} />
        <DatesByMonth months={months} />
        <PreviewButtons>
          <Button variant="primary">{making}</Button>
          <ButtonLink to={seriesPath(event, repetitionQuery(rule, values))}>Zurück</ButtonLink>
        </PreviewButtons>
      </ActionForm>
    </PreviewCard>
  );
}

function PreviewedChange({ event, ...preview }: Change & { event: string }) {
  const { words, counts, values, rule, scope, withAnswers, months, listed, answered, version } =
    preview;
  const { isSame, kept, told } = preview;
  const [form, fields] = useActionForm<{ answered: string }>({
    id: 'change-series',
    lastResult: null,
    defaultValue: { answered: 'keep' },
  });
  const title = counts ? `Vorschau: ${counts}` : 'Alle Termine bleiben, wie sie sind';
  const back = `${seriesPath(event, repetitionQuery(rule, values))}&scope=${scope}`;
  if (isSame)
    return (
      <PreviewCard heading={title} words={words}>
        <p>Sie haben nichts geändert.</p>
        <ButtonRow>
          <ButtonLink to={back} variant="primary">
            Zurück
          </ButtonLink>
        </ButtonRow>
      </PreviewCard>
    );
  return (
    <PreviewCard heading={title} words={words}>
      {kept && <p>{kept}</p>}
      {withAnswers.length > 0 && (
        <div>
          <h3 className="mb-1">{labels.listed}</h3>
          <ul className="list-disc pl-6">
            {withAnswers.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </div>
      )}
      {told && <p>{told}</p>}
      <ActionForm
        form={form}
        action={seriesSavingPath(event)}
        failure={messages.repetitionChangeFailed}
        version={version}
        summary={false}
      >
        <HiddenRepetition {...values} />
        <input type="hidden" name="scope" value={scope} />
        {listed.map((uuid, at) => (
          <input key={uuid} type="hidden" name={`listed[${at}]`} value={uuid} />
        ))}
        {answered > 0 && (
          <RadioGroup
            field={fields.answered}
            label={
              answered === 1
                ? 'Der Termin mit Antworten, der nicht mehr passt'
                : `Die ${answered} Termine mit Antworten, die nicht mehr passen`
            }
            options={optionsOf(fateTexts)}
          />
        )}
        <DatesByMonth months={months} />
        <PreviewButtons>
          <Button variant="primary">Speichern</Button>
          <ButtonLink to={back}>Zurück</ButtonLink>
        </PreviewButtons>
      </ActionForm>
    </PreviewCard>
  );
}

type PreviewCardProps = {
  /** How many dates there would be, or what happens to them. */
  heading: string;
  /** The rule. */
  words: string;
  children: ReactNode;
};

/** A card with a dialog's edges, for the sake of its buttons. */
const LOOK = 'leaf max-w-160 rounded border border-line bg-card px-6 pt-5 pb-6 max-sm:px-4';

/** The preview of a repetition; it replaces the form, and takes the focus. */
function PreviewCard({ heading, words, children }: PreviewCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={LOOK}>
      <Stack>
        <div>
          <h2 ref={title} tabIndex={-1} className="mb-1">
            {heading}
          </h2>
          <p>{words}</p>
        </div>
        {children}
      </Stack>
    </div>
  );
}

/** The buttons below the dates, in reach however many these are. */
function PreviewButtons({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-b" data-dialog-buttons="">
      {children}
    </div>
  );
}
