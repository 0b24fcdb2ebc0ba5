import { form } from '~/doors/form.server';
import { eventsPath } from '~/paths/events';
import { titled } from '~/ui/title';
import { previewChange } from '../operations/changing.server';
import { changedRepetitionForm } from '../schema';
import { CHANGE_REPETITION, messages } from '../wording';
import RepetitionScreen, { ErrorBoundary, loader } from './repetition';

export const meta = titled(CHANGE_REPETITION);
export { ErrorBoundary, loader };

/** The response shows what would happen to the dates; nothing is changed yet (L6). */
export const action = form(previewChange, {
  fields: changedRepetitionForm,
  failure: messages.repetitionChangeFailed,
  next: 'show',
  gone: eventsPath(),
});

export default RepetitionScreen;
