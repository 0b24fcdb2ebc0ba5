import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { today } from '~/dates.server';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { scopesOfRule } from '~/features/events/wording';
import { nameOf } from '~/features/members/wording';
import { activeErrorScreen } from '~/frame/error-screen';
import { eventPagePath, eventPath, eventsPath } from '~/paths/events';
import { breaksPath, fromRepetition } from '~/paths/series';
import { whenOf } from '~/times';
import { DateText } from '~/ui/date-text';
import { Disclosure } from '~/ui/disclosure';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { Repetition } from '../components/repetition';
import { previewRepetition, readEventToRepeat } from '../operations/repetition.server';
import { repetitionForm } from '../schema';
import { frequencies, repetitionValues, states } from '../view';
import {
  BREAKS,
  CHANGE_REPETITION,
  messages,
  optedOutInWords,
  REPEAT,
  ruleInWords,
} from '../wording';

export const meta = titled(REPEAT);

const read = page(readEventToRepeat);

export async function loader(args: LoaderFunctionArgs) {
  const { event, series, chosen, optOuts, widths } = await read(args);
  const { uuid, name, date } = event;
  return {
    uuid,
    name,
    when: whenOf(event),
    repeats: series && ruleInWords(series),
    optOuts: optOuts?.members
      ? {
          summary: optedOutInWords(optOuts.members),
          names: optOuts.names.map(nameOf),
          more: optOuts.members - optOuts.names.length,
        }
      : null,
    past: date < today(),
    values: repetitionValues(chosen),
    choices: { every: frequencies(event.seriesDate ?? date, series?.rule), states },
    scopes: widths && scopesOfRule(widths),
  };
}

/** The response shows which dates there would be; nothing is created yet. */
export const action = form(previewRepetition, {
  fields: repetitionForm,
  failure: messages.repeatFailed,
  next: 'show',
  gone: eventsPath(),
});

/** How an event repeats (L4). */
export default function RepetitionScreen() {
  const { uuid, name, when, repeats, optOuts, past, ...shown } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={repeats ? CHANGE_REPETITION : REPEAT}
        back={{ to: eventPagePath(uuid), label: 'Veranstaltung' }}
      />
      <p className="wrap-anywhere">
        <strong>{name}</strong>, <DateText>{when}</DateText>
      </p>
      {repeats && past ? (
        <p>
          {repeats}. Dieser Termin ist vorbei: Ändern lässt sich die Serie bei einem, der noch
          kommt.
        </p>
      ) : (
        <>
          {repeats && (
            <p className="-mt-2 text-muted">
              Bisher: {repeats}.{' '}
              <Link to={eventPath(uuid, 'edit', '', '/page')}>Uhrzeit oder Ort ändern</Link>
            </p>
          )}
          <Repetition event={uuid} {...shown} />
        </>
      )}
      <p>
        <Link to={breaksPath(fromRepetition(uuid))}>{BREAKS}</Link>
      </p>
      {optOuts && <OptOuts {...optOuts} />}
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.repetitionLoadFailed);

/** Members who opted out of a series, as its leaders see them (U6). */
function OptOuts({ summary, names, more }: { summary: string; names: string[]; more: number }) {
  return (
    <div className="max-w-160">
      <Disclosure summary={summary}>
        <p className="wrap-anywhere">
          {names.join(', ')}
          {more > 0 && ` und ${more} weitere`}
        </p>
      </Disclosure>
    </div>
  );
}
