import { type FieldMetadata, getCollectionProps, getInputProps } from '@conform-to/react';
import type { Topic, Way } from '~/features/outbox/schema';
import { Button, ButtonRow } from '~/ui/button';
import { RadioGroup } from '~/ui/field';
import { FieldGroup } from '~/ui/field-frame';
import { ActionForm, useActionForm } from '~/ui/form';
import type { Rhythm } from '../schema';
import type { SettingsFormRows } from '../settings-rows.server';
import { rhythmTexts, wayTexts } from '../wording';

type SettingsFormProps = Pick<SettingsFormRows, 'rows' | 'digest' | 'groups'> & { id: string };

type Values = {
  digest: Rhythm;
  topics: Record<Topic, Way>;
  groups: Array<{ group: string; news: boolean }>;
};

const labels = { digest: 'Gesammelte E-Mails kommen', groups: 'Neues aus meinen Gruppen' };

/** Which mails come, and how: of a user's own, and of what a club has for all (N2). */
export function SettingsForm({ id, rows, digest, groups }: SettingsFormProps) {
  const topics = Object.fromEntries(rows.map(({ topic, way }) => [topic, way]));
  const [editing, fields] = useActionForm<Values>({
    id,
    defaultValue: { digest, topics, groups: [...groups] },
  });
  const ways = fields.topics.getFieldset();
  return (
    <ActionForm form={editing} labels={labels}>
      <div>
        {rows.map((row) => (
          <TopicRow key={row.topic} field={ways[row.topic]} {...row} />
        ))}
      </div>
      {groups.length > 0 && <Groups field={fields.groups} groups={groups} />}
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

type GroupsProps = Pick<SettingsFormRows, 'groups'> & {
  field: FieldMetadata<Values['groups']>;
};

/** A box for each group: whether its news are told (U9). */
function Groups({ field, groups }: GroupsProps) {
  const names = new Map(groups.map(({ group, name }) => [group, name]));
  return (
    <FieldGroup field={field} label={labels.groups} hint={GROUPS_HINT}>
      {field.getFieldList().map((each) => {
        const { group, news } = each.getFieldset();
        const { key, required: _native, ...box } = getInputProps(news, { type: 'checkbox' });
        return (
          <label className="flex min-h-target cursor-pointer items-center gap-3" key={each.key}>
            <input type="hidden" name={group.name} value={group.initialValue} />
            <input key={key} {...box} />
            <span className="wrap-anywhere">{names.get(group.initialValue ?? '')}</span>
          </label>
        );
      })}
    </FieldGroup>
  );
}

const GROUPS_HINT =
  'Was nur für eine Gruppe ohne Haken neu ist, kündigen wir Ihnen nicht an. Wozu Sie zugesagt haben, davon erfahren Sie immer.';

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
