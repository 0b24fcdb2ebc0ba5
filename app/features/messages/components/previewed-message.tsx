import { useEffect, useRef } from 'react';
import type { OutputOf } from '~/kernel/operation';
import { newMessagePath, sendingPath, unreachedPath } from '~/paths/messages';
import { Banner } from '~/ui/banner';
import { Button, ButtonRow } from '~/ui/button';
import { Stack } from '~/ui/card';
import { Facts } from '~/ui/facts';
import { ActionForm, useActionForm } from '~/ui/form';
import type { Offered } from '../fields';
import type { previewMessage, readNewMessage } from '../operations/sending.server';
import { leftToday, messages, onlyReadHere, personsCounted, withoutAccess } from '../wording';

/** Where a message is written, by whom, and whom it can be for. */
export type Writing = Pick<
  OutputOf<typeof readNewMessage>,
  'event' | 'group' | 'sender' | 'meantFor'
> & {
  readonly audiences: readonly Offered[];
  /** Why nothing can be sent today. */
  readonly notToday: string | null;
};

export type Previewed = NonNullable<OutputOf<typeof previewMessage>>;

/** Replaces the form: a message as it will be, its receivers, and the button that sends it. Takes the focus. */
export function PreviewedMessage(preview: Writing & Previewed) {
  const { event, group, sender, subject, text, brokenUp, replies, to } = preview;
  const { audience, reached, onlyHere, unreached, left, quiet, notToday } = preview;
  const [form] = useActionForm({ id: 'send-message', lastResult: null });
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone.
  useEffect(() => title.current?.focus(), []);
  const target = { event: event?.uuid, group: group?.uuid };
  const name = `${sender.firstName} ${sender.lastName}`;
  const send = `An ${personsCounted(reached)} senden`;
  return (
    <ActionForm
      form={form}
      action={sendingPath(target)}
      failure={messages.messageSendFailed}
      summary={false}
    >
      {event && <input type="hidden" name="event" value={event.uuid} />}
      {group && <input type="hidden" name="group" value={group.uuid} />}
      {to.map((group, at) => (
        <input key={group} type="hidden" name={`to[${at}]`} value={group} />
      ))}
      <input type="hidden" name="subject" value={subject} />
      <input type="hidden" name="text" value={text} />
      {replies && <input type="hidden" name="replies" value="on" />}
      <Stack>
        <h2 ref={title} tabIndex={-1}>
          So liest sich Ihre Rundmail
        </h2>
        <Facts
          items={[
            { label: 'Von', value: <span className="wrap-anywhere">{name}</span> },
            { label: 'An', value: audience },
            {
              label: 'Betreff',
              value: <strong className="wrap-anywhere">{subject}</strong>,
            },
            {
              label: 'Antworten',
              value: replies ? (
                <span className="wrap-anywhere">gehen an {sender.email}</span>
              ) : (
                'kommen nicht bei Ihnen an'
              ),
            },
          ]}
        />
        <p className="rounded border border-line px-4 py-3.5 wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
        {brokenUp && (
          <p className="text-md text-muted">
            In der E-Mail stehen Adressen und lange Nummern mit Lücken, damit daraus keine Links
            werden. Auf der Seite der Rundmail steht alles wie hier.
          </p>
        )}
        <div>
          <p>
            <strong>
              {send}
              {unreached > 0 && `; ${withoutAccess(unreached)}`}
            </strong>{' '}
            {unreached > 0 && (
              // The message is only in this tab.
              <a href={unreachedPath(target, to)} target="_blank" rel="noopener">
                Liste zum Ausdrucken<span className="visually-hidden"> (neuer Tab)</span>
              </a>
            )}
          </p>
          {onlyHere > 0 && <p>{onlyReadHere(onlyHere)}</p>}
          {quiet && !notToday && (
            <p>Weil es Nacht ist, gehen die E-Mails erst ab {quiet} Uhr hinaus.</p>
          )}
          {left !== null && !notToday && (
            <p className="text-md text-muted">{leftToday(left - 1)}</p>
          )}
        </div>
        {notToday && <Banner tone="warning" title={notToday} />}
      </Stack>
      <ButtonRow>
        {!notToday && <Button variant="primary">{send}</Button>}
        {/* A form, as the input would be too long for an address. */}
        <Button name="edit" value="on" formAction={newMessagePath(target)}>
          Zurück
        </Button>
      </ButtonRow>
    </ActionForm>
  );
}
