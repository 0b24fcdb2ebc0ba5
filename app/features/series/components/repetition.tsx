import { useActionData } from '@remix-run/react';
import { repetitionQuery, seriesCreationPath, seriesPath } from '~/paths/series';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { DatesByMonth } from '~/ui/dates-by-month';
import { UnsavedGuard } from '~/ui/discard-guard';
import { ActionForm, useActionForm, useVisitKey } from '~/ui/form';
import { PreviewButton } from '~/ui/preview-button';
import type { Choices, previewOf, RepetitionValues } from '../view';
import { messages } from '../wording';
import { PreviewCard } from './preview-card';
import { HiddenRepetition, RepetitionFields, repetitionLabels } from './rule-fields';

type Preview = ReturnType<typeof previewOf>;

type RepetitionProps = {
  event: string;
  values: RepetitionValues;
  choices: Choices;
};

/** How an event should repeat, then a preview of its dates, then the button that creates them (L4). */
export function Repetition({ event, values, choices }: RepetitionProps) {
  const key = useVisitKey();
  const shown = useActionData() as { output?: Preview } | undefined;
  return shown?.output ? (
    <PreviewedDates event={event} {...shown.output} />
  ) : (
    <RepetitionForm key={key} event={event} values={values} choices={choices} />
  );
}

function RepetitionForm({ event, values, choices }: RepetitionProps) {
  const [form, fields] = useActionForm<RepetitionValues>({
    id: 'repetition',
    defaultValue: values,
  });
  const home = seriesPath(event);
  return (
    <UnsavedGuard home={home} version={0}>
      <ActionForm form={form} failure={messages.repeatFailed} labels={repetitionLabels}>
        <RepetitionFields fields={fields} choices={choices} />
        <PreviewButton to={home} />
      </ActionForm>
    </UnsavedGuard>
  );
}

function PreviewedDates({
  event,
  words,
  counts,
  making,
  values,
  rule,
  notes,
  later,
  months,
}: Preview & { event: string }) {
  const [form] = useActionForm({ id: 'make-series', lastResult: null });
  const { skipHolidays, skipBreaks } = values;
  const change = repetitionQuery({ rule, skipHolidays, skipBreaks: skipBreaks !== '' });
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
        <ButtonRow>
          <Button variant="primary">{making}</Button>
          <ButtonLink to={seriesPath(event, change)}>Ändern</ButtonLink>
        </ButtonRow>
      </ActionForm>
      {/* Below the buttons: it is as long as two hundred lines. */}
      <DatesByMonth months={months} />
    </PreviewCard>
  );
}
