import { Form } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { absencesPath } from '~/paths/absences';
import { waitingListPath } from '~/paths/answers';
import { eventPath, FROM_EVENT } from '~/paths/events';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { Disclosure } from '~/ui/disclosure';
import { Facts } from '~/ui/facts';
import { failing } from '~/ui/failing';
import { HiddenFields } from '~/ui/hidden-fields';
import { Link } from '~/ui/link';
import { QuestionText } from '~/ui/question-field';
import type { EventPage } from '../event-rows.server';
import type { Answering, OwnAnswerView } from '../own-answer.server';
import { messages, NOTE_SUMMARY, REASON_SUMMARY } from '../wording';
import { Companions, FORM } from './answer-fields';
import { AnswerTitle } from './answer-title';

type OwnAnswerProps = Pick<EventPage, 'uuid' | 'deadlines'> & { own: OwnAnswerView };

/** One's own answer, and another one at a tap; more can be told by those who unfold it (J5). */
export function OwnAnswer({ uuid, deadlines, own }: OwnAnswerProps) {
  const { answer, title, hint, buttons, absent, told } = own;
  return (
    <Card>
      <AnswerTitle answer={answer} title={title} />
      {hint && <p className="mt-1">{hint}</p>}
      {absent && (
        <p className="mt-1">
          <Link to={absencesPath}>Abwesenheit ändern</Link>
        </p>
      )}
      <div className="mt-3 grid grid-cols-1 gap-3 empty:hidden">
        {buttons.length > 0 && (
          <AnswerForm id="answer" action={pathOf(uuid, 'yes')}>
            {buttons.some(({ does }) => does === 'wait') && <WaitingList />}
            {/* Members who may bring others along say so first. */}
            {told && answer === null && told.companions > 0 && <Told {...told} />}
            {/* What a member told stays when they take a place. */}
            {answer === 'waiting' && <input type="hidden" name="note" value={told?.note ?? ''} />}
            <div className="flex flex-wrap gap-3 max-sm:*:flex-auto">
              {buttons.map(({ label, does }) => (
                <Fragment key={label}>
                  <Button
                    variant={does === 'yes' || does === 'wait' ? 'primary' : 'secondary'}
                    formAction={pathOf(uuid, does)}
                    failure={failureOf(does)}
                  >
                    {label}
                  </Button>{' '}
                </Fragment>
              ))}
            </div>
            {told && answer === null && told.companions === 0 && <Told {...told} />}
          </AnswerForm>
        )}
        {told && answer === 'no' && (
          <AnswerForm id="details" action={pathOf(uuid, 'no')}>
            <Disclosure summary={REASON_SUMMARY}>
              <div className="grid grid-cols-1 gap-3">
                <QuestionText
                  form={FORM}
                  name="note"
                  label={REASON_SUMMARY}
                  defaultValue={told.note}
                />
                <Save />
              </div>
            </Disclosure>
          </AnswerForm>
        )}
        {told && (answer === 'yes' || answer === 'waiting') && (
          <AnswerForm id="details" action={pathOf(uuid, 'yes')}>
            {answer === 'waiting' && <WaitingList />}
            <Told {...told} save={<Save />} />
          </AnswerForm>
        )}
      </div>
      {deadlines.length > 0 && (
        <div className="mt-3 text-md">
          <Facts items={deadlines} />
        </div>
      )}
    </Card>
  );
}

type AnswerFormProps = { id: string; action: string; children: ReactNode };

function AnswerForm({ id, action, children }: AnswerFormProps) {
  return (
    <Form
      {...failing(messages.eventRegisterFailed)}
      className="grid grid-cols-1 gap-3"
      id={id}
      method="post"
      action={action}
      preventScrollReset
    >
      <HiddenFields form={id} />
      {children}
    </Form>
  );
}

/** Where the buttons lead; each leads back here. */
function pathOf(event: string, does: Answering): string {
  if (does === 'leave') return waitingListPath(event, FROM_EVENT);
  return eventPath(event, does === 'no' ? 'decline' : 'registration', FROM_EVENT);
}

function failureOf(does: Answering) {
  if (does === 'leave') return messages.waitingListFailed;
  return does === 'no' ? messages.declineFailed : undefined;
}

/** A member who wants to wait also takes a place that came free meanwhile (K5). */
const WaitingList = () => <input type="hidden" name="waitingList" value="on" />;

const Save = () => (
  <div>
    <Button>Speichern</Button>
  </div>
);

type ToldProps = NonNullable<OwnAnswerView['told']> & { save?: ReactNode };

/** What may be told along with an answer; most people have nothing to add. */
function Told({ places, note, companions, save }: ToldProps) {
  const hasBoth = companions > 0 || places > 1;
  return (
    <Disclosure summary={hasBoth ? 'Begleitpersonen, Anmerkung' : 'Anmerkung'}>
      <div className="grid grid-cols-1 gap-3">
        <Companions companions={companions} places={places} />
        <QuestionText form={FORM} name="note" label={NOTE_SUMMARY} defaultValue={note} />
        {save}
      </div>
    </Disclosure>
  );
}
