import { form } from '~/doors/form.server';
import { eventPagePath, eventsPath } from '~/paths/events';
import { titled } from '~/ui/title';
import { changeRepetition } from '../operations/changing.server';
import { changedRepetitionForm } from '../schema';
import { CHANGE_REPETITION, messages } from '../wording';
import RepetitionScreen, { ErrorBoundary, loader } from './repetition';

export const meta = titled(CHANGE_REPETITION);
export { ErrorBoundary, loader };

export const action = form(changeRepetition, {
  fields: changedRepetitionForm,
  success: messages.repetitionChanged,
  failure: messages.repetitionChangeFailed,
  // The event itself may no longer be in the rule.
  next: ({ isGone }, { params }) => (isGone ? eventsPath() : eventPagePath(params.event ?? '')),
  gone: eventsPath(),
});

/** A refused change can be previewed again here, as on the first screen. */
export default RepetitionScreen;
