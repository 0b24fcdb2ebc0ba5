import { type FieldMetadata, getInputProps, getSelectProps } from '@conform-to/react';
import type { Topic, Way } from '~/features/outbox/schema';
import { Button } from '~/ui/button';
import { Disclosure } from '~/ui/disclosure';
import { optionsOf, RadioGroup } from '~/ui/field';
import { FieldGroup, Hint } from '~/ui/field-frame';
import { ActionForm, useActionForm } from '~/ui/form';
import { Select } from '~/ui/input';
import type { NewsAnswer, RemindAnswer, Rhythm } from '../schema';
import type { SettingsFormRows } from '../settings-rows.server';
import { newsTexts, remindTexts, rhythmTexts, wayTexts } from '../wording';

type SettingsFormProps = Pick<SettingsFormRows, 'answers' | 'rows' | 'digest' | 'groups'> & {
  id: string;
  /** True for a member's own settings, false for a club's defaults. */
  own?: boolean;
};

type Values = {
  remind: RemindAnswer;
  news: NewsAnswer;
  digest: Rhythm;
  topics: Record<Topic, Way>;
  groups: Array<{ group: string; news: boolean }>;
};

const labels = {
  remind: 'Erinnern, wenn meine Antwort fehlt',
  news: 'Neues aus dem Verein',
  digest: 'Gesammelte E-Mails kommen',
  groups: 'Neues aus meinen Gruppen',
};

/** Shown if a question has no single answer. */
const SINGLY = 'Unter „Einzeln einstellen“ gewählt.';

/** Stays in sight below single choices, which are far above the end of the form. */
const SAVING = 'button-row bottom-(--bottom-bar) flex border-t border-line bg-card py-2.5';

/** Which mails come, and how: a user's own settings, or a club's defaults (N2, Y6). */
export function SettingsForm({ id, own, answers, rows, digest, groups }: SettingsFormProps) {
  const topics = Object.fromEntries(rows.map(({ topic, way }) => [topic, way]));
  const { concerns, remind, news } = answers;
  const [editing, fields] = useActionForm<Values>({
    id,
    defaultValue: { remind, news, digest, topics, groups: [...groups] },
  });
  const ways = fields.topics.getFieldset();
  return (
    <ActionForm form={editing} labels={labels}>
      <div>
        <p className="font-semibold">{own ? 'Was mich betrifft' : 'Was jemanden betrifft'}</p>
        <Hint>{concerns ? CONCERNS : SINGLY}</Hint>
      </div>
      <RadioGroup
        field={fields.remind}
        label={own ? labels.remind : 'Erinnern, wenn eine Antwort fehlt'}
        hint={remind ? undefined : SINGLY}
        options={optionsOf(remindTexts)}
        inline
      />
      <RadioGroup
        field={fields.news}
        label={labels.news}
        hint={[!news && SINGLY, groups.length > 0 && OF_GROUPS].filter(Boolean).join(' ')}
        options={optionsOf(newsTexts)}
      />
      {groups.length > 0 && <Groups field={fields.groups} groups={groups} />}
      <Disclosure summary="Einzeln einstellen" open={!editing.valid}>
        {rows.map((row) => (
          <TopicRow key={row.topic} field={ways[row.topic]} {...row} />
        ))}
        <div className="pt-5">
          <input type="hidden" name={shown(fields.digest)} value={digest} />
          <RadioGroup
            field={fields.digest}
            label={labels.digest}
            options={optionsOf(rhythmTexts)}
            inline
          />
        </div>
        <p className="mt-3 text-md text-muted">{ALWAYS}</p>
      </Disclosure>
      <div className={SAVING}>
        <Button variant="primary">Speichern</Button>
      </div>
    </ActionForm>
  );
}

/** The name of the hidden field that says how a field was shown, so that only changes count. */
const shown = ({ name }: { name: string }) => `shown.${name}`;

type GroupsProps = Pick<SettingsFormRows, 'groups'> & {
  field: FieldMetadata<Values['groups']>;
};

/** A checkbox for each group's news (U9). */
function Groups({ field, groups }: GroupsProps) {
  const present = new Map(groups.map((each) => [each.group, each]));
  return (
    <FieldGroup field={field} label={labels.groups} hint={GROUPS_HINT}>
      {field.getFieldList().map((each) => {
        const { group, news } = each.getFieldset();
        const now = present.get(group.initialValue ?? '');
        const { key, required: _native, ...box } = getInputProps(news, { type: 'checkbox' });
        return (
          <label className="flex min-h-target cursor-pointer items-center gap-3" key={each.key}>
            <input type="hidden" name={group.name} value={group.initialValue} />
            <input type="hidden" name={shown(group)} value={group.initialValue} />
            {now?.news && <input type="hidden" name={shown(news)} value="on" />}
            <input key={key} {...box} />
            <span className="wrap-anywhere">{now?.name}</span>
          </label>
        );
      })}
    </FieldGroup>
  );
}

const OF_GROUPS = 'Was für alle ist oder für Ihre Gruppen; von anderen Gruppen kommt nichts.';

const CONCERNS =
  'Kommt immer sofort: wenn ein Termin ausfällt oder sich ändert, ein Platz frei wird oder jemand schreibt.';

const ALWAYS =
  'Wer von der Warteliste nachrückt, erfährt es immer, ebenso was das eigene Konto betrifft. ' +
  'Zwischen 21 und 8 Uhr schreiben wir nur, was nicht warten kann.';

const GROUPS_HINT =
  'Ohne Haken kommt Neues aus dieser Gruppe nicht per E-Mail. Wozu Sie zugesagt haben, davon erfahren Sie immer.';

type TopicRowProps = SettingsFormRows['rows'][number] & { field: FieldMetadata<Way> };

/** A topic, and beside it the choice of how it comes; below it on a phone, where names would break. */
function TopicRow({ field, label, hint, usual, way }: TopicRowProps) {
  const { key, required: _native, ...select } = getSelectProps(field);
  const about = `${field.id}-hint`;
  return (
    <div className="grid grid-cols-[minmax(2rem,1fr)_minmax(0,9.5rem)] items-center gap-2 border-t border-line py-2.5 first:border-t-0 max-sm:grid-cols-1">
      <div>
        <label className="text-sm font-semibold" htmlFor={field.id}>
          {label}
        </label>
        {(hint || usual) && (
          <p className="text-sm text-muted" id={about}>
            {hint}
            {usual && <b className="block">Vorgabe des Vereins: {usual}</b>}
          </p>
        )}
      </div>
      <input type="hidden" name={shown(field)} value={way} />
      <Select
        key={key}
        {...select}
        aria-describedby={hint || usual ? about : undefined}
        options={optionsOf(wayTexts)}
      />
    </div>
  );
}
