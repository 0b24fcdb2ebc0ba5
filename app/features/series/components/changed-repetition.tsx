import { useActionData, useLocation } from '@remix-run/react';
import { monthToText } from '~/dates';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { UnsavedGuard } from '~/ui/discard-guard';
import { RadioGroup } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { Table } from '~/ui/table';
import { seriesChangePath, seriesPath, seriesSavingPath } from '../paths';
import type { Choice, changeOf, RepetitionValues } from '../view';
import { dayInWords } from '../wording';
import { PreviewCard } from './preview-card';
import { HiddenRepetition, RepetitionFields, repetitionLabels } from './rule-fields';

type Preview = ReturnType<typeof changeOf>;

type ChangedRepetitionProps = {
  event: string;
  /** Of the series as it is. */
  values: RepetitionValues;
  choices: Choice[];
};

const labels = {
  ...repetitionLabels,
  scope: 'Gilt für',
  listed: 'Termine mit Antworten',
  unlisted: '',
};

const scopes = [
  { value: 'following', label: 'Diesen und alle folgenden' },
  { value: 'all', label: 'Alle künftigen Termine' },
];

const fates = [
  { value: 'keep', label: 'Behalten: sie finden statt wie geplant' },
  { value: 'cancel', label: 'Absagen: alle Beteiligten bekommen eine E-Mail' },
];

/** How a series shall repeat from now on, then what that does to its dates, then the button (L6). */
export function ChangedRepetition({ event, values, choices }: ChangedRepetitionProps) {
  const { key } = useLocation();
  const shown = useActionData() as { output?: Preview } | undefined;
  return shown?.output ? (
    <PreviewedChange event={event} {...shown.output} />
  ) : (
    <ChangeForm key={key} event={event} values={values} choices={choices} />
  );
}

function ChangeForm({ event, values, choices }: ChangedRepetitionProps) {
  const [form, fields] = useActionForm<RepetitionValues & { scope: string }>({
    id: 'repetition',
    defaultValue: { ...values, scope: 'following' },
  });
  return (
    <UnsavedGuard home={seriesPath(event)} version={0}>
      <ActionForm form={form} labels={labels} action={seriesChangePath(event)}>
        <RepetitionFields
          fields={fields as unknown as Parameters<typeof RepetitionFields>[0]['fields']}
          choices={choices}
        />
        <RadioGroup field={fields.scope} label={labels.scope} options={scopes} />
        <ButtonRow>
          <Button variant="primary">Vorschau</Button>
        </ButtonRow>
      </ActionForm>
    </UnsavedGuard>
  );
}

function PreviewedChange({ event, ...preview }: Preview & { event: string }) {
  const { words, counts, values, scope, rows, listed, answered, version } = preview;
  const [form, fields] = useActionForm<{ answered: string }>({
    id: 'change-series',
    lastResult: null,
    defaultValue: { answered: 'keep' },
  });
  return (
    <PreviewCard heading={counts || 'Alle Termine bleiben, wie sie sind'} words={words}>
      <Table
        caption="Termine"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ date, how }) => date + how}
        rowTone={({ away }) => (away ? 'muted' : undefined)}
        groupOf={({ date }) => `${monthToText(date.slice(0, 7))} ${date.slice(0, 4)}`}
      />
      <ActionForm form={form} action={seriesSavingPath(event)} version={version} summary={false}>
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
            options={fates}
          />
        )}
        <ButtonRow>
          <Button variant="primary">Speichern</Button>
          <ButtonLink to={seriesPath(event)}>Ändern</ButtonLink>
        </ButtonRow>
      </ActionForm>
    </PreviewCard>
  );
}

type Row = Preview['rows'][number];
const COLUMNS = [
  { label: 'Termin', cell: ({ date }: Row) => dayInWords(date) },
  { label: 'Was geschieht', cell: ({ how }: Row) => how },
];
