import { Form, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { absencesPath } from '~/paths/absences';
import { waitingListPath } from '~/paths/answers';
import { eventPath } from '~/paths/events';
import { Button, ButtonLink } from '~/ui/button';
import { failing } from '~/ui/failing';
import { HiddenFields } from '~/ui/hidden-fields';
import { Select } from '~/ui/input';
import { Link } from '~/ui/link';
import { useDone } from '~/ui/notices';
import { QuestionText } from '~/ui/question-field';
import { UndoButton } from '~/ui/undo-button';
import type { EventPage } from '../event-rows.server';
import type { ButtonAction, OwnAnswerView } from '../own-answer.server';
import { labels, messages, NOTE_SUMMARY, REASON_SUMMARY } from '../wording';
import { Companions } from './answer-fields';
import { AnswerTitle } from './answer-title';

/** A card; on a phone it is at the bottom, within reach of a thumb. */
const LOOK =
  'group leaf flex flex-wrap items-center gap-3 rounded border border-line bg-card p-4 sm:p-5 ' +
  'own-answer [&_.button]:px-3 print:hidden';

/** The user's answer, to be changed with a tap; details can be added once it is given (J5, Y4). */
export function OwnAnswer({ uuid, own }: Pick<EventPage, 'uuid'> & { own: OwnAnswerView }) {
  const { answer, title, hint, buttons, absent, told } = own;
  const undo = useDone(uuid)?.undo;
  const { search } = useLocation();
  /** The targets of the buttons, each leading back here. */
  const pathOf = (does: ButtonAction) =>
    eventPath(uuid, does === 'no' ? 'decline' : 'registration', search, '/page');
  return (
    <section className={LOOK}>
      <div
        className={`min-w-0 flex-1 lg:basis-full ${answer === 'waiting' ? 'basis-full' : hint || absent ? 'basis-44' : 'basis-20'}`}
      >
        <AnswerTitle answer={answer} title={title} />
        {hint && <p className="text-sm">{hint}</p>}
        {absent && (
          <p>
            <Link to={absencesPath}>Abwesenheit ändern</Link>
          </p>
        )}
        {told && answer !== null && (
          <AnswerForm
            // Including the details given now.
            key={JSON.stringify(told)}
            id={DETAILS}
            action={pathOf(answer === 'no' ? 'no' : 'yes')}
          >
            {answer === 'waiting' && <WaitingList />}
            <Told {...told} answer={answer} />
          </AnswerForm>
        )}
      </div>
      {/* Members who may bring companions say how many first. */}
      {told && answer === null && !undo && <Alone {...told} />}
      {(buttons.length > 0 || undo) && (
        // Hidden while a note is being typed, which another button would lose.
        <AnswerForm
          id="answer"
          action={pathOf('yes')}
          look={`group-has-[[open]]:hidden ${answer === null || answer === 'waiting' ? 'flex-auto' : ''}`}
        >
          {buttons.some(({ does }) => does === 'wait') && <WaitingList />}
          {/* Keeps the member's note when they take a place. */}
          {answer === 'waiting' && <input type="hidden" name="note" value={told?.note ?? ''} />}
          <div className="flex flex-1 flex-wrap gap-3 *:flex-auto">
            {undo ? (
              <UndoButton {...undo} />
            ) : (
              buttons.map(({ label, does }) =>
                does === 'leave' ? (
                  // Asks first, as the place on the waiting list would be lost.
                  <ButtonLink key={label} to={waitingListPath(uuid, search, '/page')} dialog>
                    {label}
                  </ButtonLink>
                ) : (
                  <Button
                    key={label}
                    variant={does === 'no' ? 'secondary' : 'primary'}
                    formAction={pathOf(does)}
                    failure={does === 'no' ? messages.declineFailed : undefined}
                  >
                    {label}
                  </Button>
                ),
              )
            )}
          </div>
        </AnswerForm>
      )}
    </section>
  );
}

type AnswerFormProps = { id: string; action: string; look?: string; children: ReactNode };

function AnswerForm({ id, action, look = '', children }: AnswerFormProps) {
  return (
    <Form
      {...failing(messages.eventRegisterFailed)}
      className={`flex flex-wrap gap-3 ${look}`}
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

/** A member who wants to wait also accepts a place that came free meanwhile (K5). */
const WaitingList = () => <input type="hidden" name="waitingList" value="on" />;

/** The number of companions, above the buttons or beside the question, which explains it. */
function Alone({ companions }: { companions: number }) {
  if (companions === 0) return null;
  return (
    <label className="flex-auto" htmlFor="places">
      <span className="visually-hidden">{labels.places}</span>
      <Select
        id="places"
        form="answer"
        name="places"
        options={Array.from({ length: companions + 1 }, (_, others) => ({
          value: String(others + 1),
          label: others === 0 ? 'nur ich' : `ich + ${others}`,
        }))}
      />
    </label>
  );
}

/** Not that of the dialog above it, whose fields have IDs of their own. */
const DETAILS = 'details';

type ToldProps = NonNullable<OwnAnswerView['told']> & Pick<OwnAnswerView, 'answer'>;

/** Optional details of an answer, which most people do not need. */
function Told({ answer, places, note, companions }: ToldProps) {
  const isNo = answer === 'no';
  const hasBoth = !isNo && (companions > 0 || places > 1);
  const label = isNo ? REASON_SUMMARY : NOTE_SUMMARY;
  const what = isNo ? 'Grund' : 'Anmerkung';
  return (
    <details className="group w-full">
      <summary className="-my-2 flex min-h-target flex-wrap items-center py-2 text-md">
        {note && (
          // On a phone the card stays in sight, so a long note does not fill it.
          <span className="line-clamp-3 basis-full wrap-anywhere group-open:hidden">
            {what}: {note}
          </span>
        )}{' '}
        <span className="text-green underline">
          {hasBoth ? `Begleitpersonen, ${labels.note}` : note ? 'Ändern' : what}
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-3">
        {!isNo && <Companions form={DETAILS} companions={companions} places={places} />}
        <QuestionText form={DETAILS} name="note" label={label} defaultValue={note} />
        <div>
          <Button>Speichern</Button>
        </div>
      </div>
    </details>
  );
}
