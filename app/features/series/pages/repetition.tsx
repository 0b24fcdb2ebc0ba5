import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { today } from '~/dates.server';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { nameOf } from '~/features/members/wording';
import { ActiveErrorScreen } from '~/frame/error-screen';
import { eventPagePath, eventsPath } from '~/paths/events';
import { breaksPath, fromRepetition, optOutPath } from '~/paths/series';
import { whenOf } from '~/times';
import { ButtonForm } from '~/ui/button-form';
import { Disclosure } from '~/ui/disclosure';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { ChangedRepetition } from '../components/changed-repetition';
import { Repetition } from '../components/repetition';
import { previewRepetition, readEventToRepeat } from '../operations/repetition.server';
import { repetitionForm } from '../schema';
import { frequencies, repetitionValues, states } from '../view';
import {
  ASK_AGAIN,
  BREAKS,
  CHANGE_REPETITION,
  IS_NOT_MINE,
  messages,
  NOT_MINE,
  NOT_MINE_MEANS,
  optedOutInWords,
  REPEAT,
  ruleInWords,
} from '../wording';

export const meta = titled(REPEAT);

const read = page(readEventToRepeat);

export async function loader(args: LoaderFunctionArgs) {
  const { event, scope, series, chosen, optOuts } = await read(args);
  const { uuid, name, date } = event;
  const about = { uuid, name, when: whenOf(event) };
  return series
    ? {
        ...about,
        repeats: ruleInWords(series),
        optOuts: optOuts && {
          ...{ series: series.uuid, optedOut: optOuts.own, linked: scope.member !== null },
          summary: optedOutInWords(optOuts.members),
          names: optOuts.names.map(nameOf),
          more: optOuts.members - optOuts.names.length,
        },
        past: date < today(),
        values: repetitionValues(chosen ?? series),
        choices: { every: frequencies(event.seriesDate ?? date, series.rule), states },
      }
    : {
        ...about,
        repeats: null,
        optOuts: null,
        past: false,
        values: repetitionValues(chosen),
        choices: { every: frequencies(date), states },
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
        <strong>{name}</strong>, {when}
      </p>
      <p>
        <Link to={breaksPath(fromRepetition(uuid))}>{BREAKS}</Link>
      </p>
      {!repeats ? (
        <Repetition event={uuid} {...shown} />
      ) : past ? (
        <p>
          {repeats}. Dieser Termin ist vorbei: Ändern lässt sich die Wiederholung bei einem, der
          noch kommt.
        </p>
      ) : (
        <>
          <p>Bisher: {repeats}</p>
          <ChangedRepetition event={uuid} {...shown} />
        </>
      )}
      {optOuts && <OptOuts event={uuid} {...optOuts} />}
    </>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.repetitionLoadFailed} />;
}

type OptOutsProps = {
  event: string;
  series: string;
  optedOut: boolean;
  linked: boolean;
  /** How many have opted out; '' for none. */
  summary: string;
  names: readonly string[];
  /** How many more than named. */
  more: number;
};

/** Members who opted out of a series, as its leaders see them; and the member's own switch (U6). */
function OptOuts(props: OptOutsProps) {
  const { event, series, optedOut, linked, summary, names, more } = props;
  return (
    <div className="grid max-w-prose grid-cols-1 gap-3">
      {summary && (
        <Disclosure summary={summary}>
          <p className="wrap-anywhere">
            {names.join(', ')}
            {more > 0 && ` und ${more} weitere`}
          </p>
        </Disclosure>
      )}
      {linked && (
        <ButtonForm
          id="opt-out"
          action={optOutPath({ series, event, optedOut }, 'series')}
          failure={optedOut ? messages.optOutWithdrawFailed : messages.optOutFailed}
          says={optedOut ? IS_NOT_MINE : NOT_MINE_MEANS}
        >
          {optedOut ? ASK_AGAIN : NOT_MINE}
        </ButtonForm>
      )}
    </div>
  );
}
