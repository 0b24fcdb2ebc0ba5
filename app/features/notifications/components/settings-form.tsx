import { type FieldMetadata, getCollectionProps } from '@conform-to/react';
import { Button, ButtonRow } from '~/ui/button';
import { RadioGroup } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import type { Rhythm, Topic, Way } from '../schema';
import type { SettingsFormRows } from '../settings-rows.server';
import { rhythmTexts, wayTexts } from '../wording';

type SettingsFormProps = Pick<SettingsFormRows, 'rows' | 'digest'> & { id: string };

type Values = { digest: Rhythm; topics: Record<Topic, Way> };

const labels = { digest: 'Gesammelte E-Mails kommen' };

/** Which mails come, and how: of a user's own, and of what a club has for all (N2). */
export function SettingsForm({ id, rows, digest }: SettingsFormProps) {
  const topics = Object.fromEntries(rows.map(({ topic, way }) => [topic, way]));
  const [editing, fields] = useActionForm<Values>({ id, defaultValue: { digest, topics } });
  const ways = fields.topics.getFieldset();
  return (
    <ActionForm form={editing} labels={labels}>
      <div>
        {rows.map((row) => (
          <TopicRow key={row.topic} field={ways[row.topic]} {...row} />
        ))}
      </div>
      <RadioGroup
        field={fields.digest}
        label={labels.digest}
        options={Object.entries(rhythmTexts).map(([value, label]) => ({ value, label }))}
      />
      <ButtonRow>
        <Button variant="primary">Speichern</Button>
      </ButtonRow>
    </ActionForm>
  );
}

type TopicRowProps = SettingsFormRows['rows'][number] & { field: FieldMetadata<Way> };

/** A topic and its three choices, beside it or below. */
function TopicRow({ field, label, hint, usual }: TopicRowProps) {
  const radios = getCollectionProps(field, { type: 'radio', options: Object.keys(wayTexts) });
  const title = `${field.id}-title`;
  return (
    <div
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2.5 first:border-t-0"
      id={field.id}
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby={title}
      aria-describedby={field.descriptionId}
    >
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold" id={title}>
          {label}
        </p>
        <p className="text-md text-muted" id={field.descriptionId}>
          {hint}
          {usual && <b className="block">Vorgabe des Vereins: {usual}</b>}
        </p>
      </div>
      <div className="flex gap-2 max-sm:w-full sm:gap-5">
        {radios.map(({ key, required: _native, ...radio }) => (
          <label
            className="flex min-h-target cursor-pointer items-center gap-2 max-sm:flex-auto"
            key={radio.value}
          >
            <input key={key} {...radio} />
            <span>{wayTexts[radio.value as Way]}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
