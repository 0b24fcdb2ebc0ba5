import { form } from '~/doors/form.server';
import { messagePath, WRITE_MESSAGE } from '~/paths/messages';
import { titled } from '~/ui/title';
import { sendMessage } from '../operations/sending.server';
import { messageForm } from '../schema';
import { messages } from '../wording';
import NewMessage, { ErrorBoundary, loader } from './new';

export const meta = titled(WRITE_MESSAGE);
export { ErrorBoundary, loader };

export const action = form(sendMessage, {
  fields: messageForm,
  success: messages.messageSent,
  failure: messages.messageSendFailed,
  next: ({ uuid }) => messagePath(uuid),
});

/** A refused message can be corrected here, as on the first screen. */
export default NewMessage;
