import { form } from '~/doors/form.server';
import { eventPagePath, eventsPath } from '~/paths/events';
import { titled } from '~/ui/title';
import { repeatEvent } from '../operations/repetition.server';
import { repetitionForm } from '../schema';
import { messages, REPEAT } from '../wording';
import RepetitionScreen, { ErrorBoundary, loader } from './repetition';

export const meta = titled(REPEAT);
export { ErrorBoundary, loader };

export const action = form(repeatEvent, {
  fields: repetitionForm,
  success: messages.eventRepeated,
  failure: messages.repeatFailed,
  next: (_series, { params }) => eventPagePath(params.event ?? ''),
  gone: eventsPath(),
});

/** A refused repetition can be corrected here, as on the first screen. */
export default RepetitionScreen;
