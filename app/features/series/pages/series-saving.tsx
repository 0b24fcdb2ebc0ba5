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
  // The event itself may be one that the rule has no longer.
  next: ({ isGone }, { params }) => (isGone ? eventsPath() : eventPagePath(params.event ?? '')),
  gone: eventsPath(),
});

/** If the change is refused, it can be previewed anew as where it was chosen first. */
export default RepetitionScreen;
