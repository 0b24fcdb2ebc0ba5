import { useActionData, useLocation } from '@remix-run/react';
import { fateTexts } from '~/features/events/wording';
import { repetitionQuery, seriesChangePath, seriesPath, seriesSavingPath } from '~/paths/series';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { DatesByMonth } from '~/ui/dates-by-month';
import { UnsavedGuard } from '~/ui/discard-guard';
import { optionsOf, RadioGroup } from '~/ui/field';
import { ActionForm, useActionForm, useVisitKey } from '~/ui/form';
import { PreviewButton } from '~/ui/preview-button';
import type { Choices, changeOf, RepetitionValues } from '../view';
import { messages } from '../wording';
import { PreviewCard } from './preview-card';
import { HiddenRepetition, RepetitionFields, repetitionLabels } from './rule-fields';

type Preview = ReturnType<typeof changeOf>;

type ChangedRepetitionProps = {
  event: string;
  /** The current rule. */
  values: RepetitionValues;
  choices: Choices;
  /** What the change can hold for. */
  scopes: Readonly<Record<string, string>>;
};

const labels = {
  ...repetitionLabels,
  scope: 'Gilt für',
  listed: 'Termine mit Antworten',
  unlisted: '',
};

/** A new rule for a series, then a preview of its dates, then the button (L6). */
export function ChangedRepetition({ event, ...form }: ChangedRepetitionProps) {
  const { search } = useLocation();
  const key = useVisitKey();
  const shown = useActionData() as { output?: Preview } | undefined;
  return shown?.output ? (
    <PreviewedChange event={event} {...shown.output} />
  ) : (
    <ChangeForm
      key={key}
      event={event}
      {...form}
      scope={new URLSearchParams(search).get('scope') === 'all' ? 'all' : 'following'}
    />
  );
}

function ChangeForm({
  event,
  values,
  choices,
  scopes,
  scope,
}: ChangedRepetitionProps & { scope: string }) {
  const [form, fields] = useActionForm<RepetitionValues & { scope: string }>({
    id: 'repetition',
    defaultValue: { ...values, scope },
  });
  return (
    <UnsavedGuard home={seriesPath(event)} version={0}>
      <ActionForm form={form} failure={messages.repetitionChangeFailed} labels={labels}>
        <RepetitionFields
          fields={fields as unknown as Parameters<typeof RepetitionFields>[0]['fields']}
          choices={choices}
        />
        {scopes.all ? (
          <RadioGroup field={fields.scope} label={labels.scope} options={optionsOf(scopes)} />
        ) : (
          <p>
            <span className="font-semibold">{labels.scope}:</span> {scopes.following}
            <input type="hidden" name={fields.scope.name} value="following" />
          </p>
        )}
        <PreviewButton to={seriesChangePath(event)} />
      </ActionForm>
    </UnsavedGuard>
  );
}

function PreviewedChange({ event, ...preview }: Preview & { event: string }) {
  const { words, counts, values, rule, scope, withAnswers, months, listed, answered, version } =
    preview;
  const { isSame, kept, told } = preview;
  const [form, fields] = useActionForm<{ answered: string }>({
    id: 'change-series',
    lastResult: null,
    defaultValue: { answered: 'keep' },
  });
  const { skipHolidays, skipBreaks } = values;
  const chosen = repetitionQuery({ rule, skipHolidays, skipBreaks: skipBreaks !== '' });
  const title = counts ? `Vorschau: ${counts}` : 'Alle Termine bleiben, wie sie sind';
  const back = `${seriesPath(event, chosen)}&scope=${scope}`;
  if (isSame)
    return (
      <PreviewCard heading={title} words={words}>
        <p>Sie haben nichts geändert.</p>
        <ButtonRow>
          <ButtonLink to={back} variant="primary">
            Ändern
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
                ? 'Der Termin mit Antworten, der entfällt'
                : `Die ${answered} Termine mit Antworten, die entfallen`
            }
            options={optionsOf(fateTexts)}
          />
        )}
        <ButtonRow>
          <Button variant="primary">Speichern</Button>
          <ButtonLink to={back}>Ändern</ButtonLink>
        </ButtonRow>
      </ActionForm>
      {/* Below the buttons: it is as long as two hundred lines. */}
      <DatesByMonth months={months} />
    </PreviewCard>
  );
}
