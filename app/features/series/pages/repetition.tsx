import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { eventPagePath, eventsPath } from '~/features/events/paths';
import { ActiveErrorScreen } from '~/features/shell/error-screen';
import { whenOf } from '~/times';
import { ButtonLink } from '~/ui/button';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { Repetition } from '../components/repetition';
import { previewRepetition, readEventToRepeat } from '../operations/repetition.server';
import { breaksPath, fromRepetition } from '../paths';
import { repetitionForm } from '../schema';
import { frequencies, repetitionValues } from '../view';
import { BREAKS, IN_SERIES, messages, REPEAT, ruleInWords } from '../wording';

export const meta = titled(REPEAT);

const read = page(readEventToRepeat, {
  gone: { to: eventsPath(), message: messages.repetitionLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const { event, series, chosen } = await read(args);
  const { uuid, name, date } = event;
  const about = { uuid, name, when: whenOf(event) };
  return series
    ? { ...about, repeats: ruleInWords(series), values: null, choices: [] }
    : {
        ...about,
        repeats: null,
        values: repetitionValues(chosen),
        choices: frequencies(date),
      };
}

/** The response shows which dates there would be; nothing is made yet. */
export const action = form(previewRepetition, {
  fields: repetitionForm,
  failure: messages.repeatFailed,
  next: 'show',
  gone: eventsPath(),
});

/** How an event repeats (L4). */
export default function RepetitionScreen() {
  const { uuid, name, when, repeats, values, choices } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={REPEAT}
        back={{ to: eventPagePath(uuid), label: 'Veranstaltung' }}
        actions={
          <ButtonLink to={breaksPath(fromRepetition(uuid))} size="small">
            {BREAKS}
          </ButtonLink>
        }
      />
      {values ? (
        <>
          <p className="wrap-anywhere">
            <strong>{name}</strong>, {when}
          </p>
          <Repetition event={uuid} values={values} choices={choices} />
        </>
      ) : (
        <p>
          {IN_SERIES} {repeats}.
        </p>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.repetitionLoadFailed} />;
}
