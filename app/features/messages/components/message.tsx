import { type FieldMetadata, getCollectionProps } from '@conform-to/react';
import { useActionData } from '@remix-run/react';
import { useState } from 'react';
import { inFull } from '~/numbers';
import { newMessagePath } from '~/paths/messages';
import { Banner } from '~/ui/banner';
import { UnsavedGuard } from '~/ui/discard-guard';
import { TextArea, TextField } from '~/ui/field';
import { FieldGroup } from '~/ui/field-frame';
import { ActionForm, type ActionFormData, useActionForm, useVisitKey } from '~/ui/form';
import { PreviewButton } from '~/ui/preview-button';
import { MAX_SUBJECT, MAX_TEXT, type Offered } from '../fields';
import { messages, REACHES_NOBODY } from '../wording';
import { type Previewed, PreviewedMessage, type Writing } from './previewed-message';

/**
 * The form, then a preview with the number of receivers, then the button that sends it. The preview
 * is guarded, too: the text is only in this tab.
 */
export function Message(writing: Writing) {
  const { event, group, audiences, notToday } = writing;
  const key = useVisitKey();
  const answer = useActionData() as { output?: Previewed | null } | undefined;
  const shown = answer?.output;
  // Where nothing can be sent there is nothing to write, but what was written before stays.
  const [hasForm] = useState(!notToday || answer !== undefined);
  const home = newMessagePath({ event: event?.uuid, group: group?.uuid });
  return (
    <>
      <div className="grid max-w-160 gap-4 empty:hidden">
        {notToday && !shown && <Banner tone="warning" title={notToday} />}
        {!audiences.some(({ isReached }) => isReached) && (
          <Banner tone="warning" title={REACHES_NOBODY} />
        )}
      </div>
      {hasForm && (
        <UnsavedGuard
          key={home}
          home={home.split('?')[0] ?? home}
          version={0}
          unsaved={shown ? [labels.subject, labels.text] : undefined}
        >
          {shown ? (
            <PreviewedMessage {...writing} {...shown} />
          ) : (
            <MessageForm key={key} {...writing} home={home} />
          )}
        </UnsavedGuard>
      )}
    </>
  );
}

type Values = {
  to: string[];
  subject: string;
  text: string;
  replies: string;
};

const labels = {
  to: 'An wen',
  subject: 'Betreff',
  text: 'Text',
  replies: 'Antworten',
};

type MessageFormProps = Writing & { home: string };

function MessageForm({
  event,
  group,
  audiences,
  meantFor,
  sender,
  notToday,
  home,
}: MessageFormProps) {
  const { result } = (useActionData() ?? {}) as ActionFormData & object;
  // Back from the preview: the same input, without the server's messages.
  const back = result?.status === 'success' ? (result.initialValue as Partial<Values>) : null;
  const [form, fields] = useActionForm<Values>({
    id: 'message',
    defaultValue: back ?? { to: [...meantFor] },
    ...(back && { lastResult: null }),
  });
  return (
    <ActionForm form={form} failure={messages.messageSendFailed} labels={labels}>
      {event && <input type="hidden" name="event" value={event.uuid} />}
      {group && <input type="hidden" name="group" value={group.uuid} />}
      {event ? (
        <Audiences field={fields.to} audiences={audiences} />
      ) : (
        // Errors are shown here, too.
        <FieldGroup field={fields.to} label={labels.to}>
          {audiences.map((each) => (
            <p className="wrap-anywhere" key={each.name}>
              <Named {...each} />
            </p>
          ))}
        </FieldGroup>
      )}
      <TextField
        field={fields.subject}
        label={labels.subject}
        maxLength={MAX_SUBJECT}
        autoComplete="off"
      />
      <Text field={fields.text} />
      <label className="flex min-h-target cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name={fields.replies.name}
          defaultChecked={fields.replies.initialValue === 'on'}
        />
        <span className="min-w-0 wrap-anywhere">Antworten gehen an {sender.email}</span>
      </label>
      {!notToday && <PreviewButton to={home} />}
    </ActionForm>
  );
}

type Field<Value> = FieldMetadata<Value, Values, string[]>;

type AudiencesProps = { field: Field<string[]>; audiences: Writing['audiences'] };

function Audiences({ field, audiences }: AudiencesProps) {
  const options = audiences.map(({ name }) => name);
  const boxes = getCollectionProps(field, { type: 'checkbox', options });
  return (
    <FieldGroup field={field} label={labels.to}>
      {audiences.map((each, at) => {
        const { key, required: _native, ...box } = boxes[at] ?? { key: each.name };
        // One that was chosen before may have lost its last reader.
        const state = each.isReached ? {} : { disabled: true, defaultChecked: false };
        return (
          <label
            className="flex min-h-target cursor-pointer items-start gap-3 py-2.5"
            key={each.name}
          >
            <input key={key} {...box} {...state} />
            <span>
              <Named {...each} />
            </span>
          </label>
        );
      })}
    </FieldGroup>
  );
}

/** Who it is, and how many can read it. */
function Named({ label, hint, isReached }: Offered) {
  return (
    <>
      <span className={isReached ? 'font-medium' : 'text-muted'}>{label}</span>{' '}
      <span className={`block text-md ${isReached ? '' : 'text-muted'}`}>{hint}</span>
    </>
  );
}

/** The remaining number is shown from here on. */
const COUNTED = 1000;

function Text({ field }: { field: Field<string> }) {
  const [left, setLeft] = useState(MAX_TEXT);
  return (
    <div onInput={({ target }) => setLeft(MAX_TEXT - (target as HTMLTextAreaElement).value.length)}>
      <TextArea field={field} label={labels.text} rows={5} />
      <p role="status" className="text-md text-muted">
        {left <= COUNTED &&
          (left < 0 ? `${inFull(-left)} Zeichen zu viel` : `Noch ${inFull(left)} Zeichen`)}
      </p>
    </div>
  );
}
