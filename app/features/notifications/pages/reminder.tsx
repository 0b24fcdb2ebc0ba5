import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { dayInWords } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages, REMIND_ALL, remindAll, remindersReach } from '~/features/answers/wording';
import { messages as eventMessages } from '~/features/events/wording';
import { eventBehind } from '~/paths/event-dialogs.server';
import { eventsPath, pageBehind } from '~/paths/events';
import { Banner } from '~/ui/banner';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { readReminder, remind } from '../operations/reminding.server';

export const meta = titled(REMIND_ALL);

const read = page(readReminder, {
  gone: { to: eventsPath(), message: eventMessages.eventLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const { event, counts, obstacle } = await read(args);
  const isPossible = obstacle === null && counts.reached > 0;
  return {
    title: isPossible ? remindAll(counts) : REMIND_ALL,
    name: event.name,
    date: dayInWords(event.date),
    obstacle,
    reach: remindersReach(counts),
    isPossible,
  };
}

export const action = form(remind, {
  success: messages.reminded,
  failure: messages.remindFailed,
  next: (_done, args) => eventBehind(args),
  gone: eventsPath(),
});

/** Says how many members a reminder reaches, before it is sent (N6). */
export default function Reminder() {
  const { title, name, date, obstacle, reach, isPossible } = useLoaderData<typeof loader>();
  const { event = '' } = useParams();
  return (
    <QuestionDialog
      title={title}
      closeTo={pageBehind(event, useLocation())}
      id="reminder"
      button={isPossible && 'Erinnern'}
      variant="primary"
      cancel={isPossible ? undefined : 'Schließen'}
    >
      <p>
        <strong>{name}</strong> am {date}
      </p>
      {obstacle ? <Banner>{obstacle}</Banner> : <p>{reach}</p>}
    </QuestionDialog>
  );
}
