import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { eventPagePath } from '~/paths/events';
import { groupPath } from '~/paths/groups';
import { messagesPath, WRITE_MESSAGE } from '~/paths/messages';
import { DateText } from '~/ui/date-text';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { Message } from '../components/message';
import { previewMessage, readNewMessage, whyNot } from '../operations/sending.server';
import { messageForm } from '../schema';
import { messages, offered, TO_EVERYBODY } from '../wording';

export const meta = titled(WRITE_MESSAGE);

const read = page(readNewMessage);

export async function loader(args: LoaderFunctionArgs) {
  const { event, group, audiences, meantFor, sender, spent } = await read(args);
  return {
    event,
    group,
    meantFor,
    sender,
    notToday: spent && whyNot(spent),
    audiences: audiences.map((each) => offered(each, { event, group })),
  };
}

/** The response shows a preview, and whom it would reach; nothing is sent yet. */
export const action = form(previewMessage, {
  fields: messageForm,
  failure: messages.messageSendFailed,
  next: 'show',
});

/** Writes to the members of a club, or to those who answered an event (N11). */
export default function NewMessage() {
  const { event, group, ...rest } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={event || group ? WRITE_MESSAGE : TO_EVERYBODY}
        back={
          event
            ? { to: eventPagePath(event.uuid), label: 'Veranstaltung' }
            : group
              ? { to: groupPath(group.uuid), label: group.name }
              : { to: messagesPath, label: 'Rundmails' }
        }
      />
      {event && (
        <p className="wrap-anywhere">
          <strong>{event.name}</strong>, <DateText>{event.when}</DateText>
        </p>
      )}
      <Message event={event} group={group} {...rest} />
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.messageLoadFailed);
