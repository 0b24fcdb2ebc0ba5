import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { linkForm, linkPage } from '~/doors/mail-link.server';
import { EVENT_CANCELLED, EVENT_OPEN } from '~/features/events/wording';
import { nameOf } from '~/features/members/wording';
import { ASK_AGAIN, NOT_MINE, notMineInWords } from '~/features/series/wording';
import type { OutputOf } from '~/kernel/operation';
import { loginPath } from '~/paths/accounts';
import { eventPagePath } from '~/paths/events';
import { whenOf } from '~/times';
import { Banner } from '~/ui/banner';
import { ButtonRow } from '~/ui/button';
import { ChoiceButton } from '~/ui/choice-button';
import { DateLeaf } from '~/ui/date-leaf';
import { DeadLink } from '~/ui/dead-link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { AnswerTitle } from '../components/answer-title';
import { placesOf } from '../event-rows.server';
import { answerEventByLink, readEventByLink } from '../operations/by-link.server';
import { type ButtonAction, type OwnAnswerView, ownAnswerView } from '../own-answer.server';

/** Names nothing, as a forwarded mail may show previews of its links. */
export const meta = titled('Ihre Antwort');

/** Opening the link changes nothing, as mail programs and scanners open it, too (N7). */
export const loader = linkPage(readEventByLink, answerByLinkOf);

export const action = linkForm(answerEventByLink);

/** What the mail's buttons preset; the other answers of the same kind count as well. */
const PRESETS: ReadonlyMap<string | null, readonly ButtonAction[]> = new Map([
  ['yes', ['yes', 'wait']],
  // Of a mail about a free place (K4).
  ['take', ['yes']],
  ['no', ['no', 'leave']],
]);

/** Answers one event for one member, without a log-in. */
export default function AnswerByLink() {
  const { shown } = useLoaderData<typeof loader>();
  const preset = new URLSearchParams(useLocation().search).get('answer');
  const refusal = useActionData<typeof action>()?.refusal;
  if (!shown) return <DeadLink login={loginPath} />;
  const { uuid, name, date, when, places, cancelled, club, member, own, series } = shown;
  const asksOfSeries = series !== null && !series.optedOut && preset === 'optOut';
  return (
    <>
      <div>
        <p className="text-muted wrap-anywhere">{club}</p>
        <PageHeader title={name} />
      </div>
      <div className="flex gap-4">
        <DateLeaf date={date} />
        <div className="min-w-0">
          <p className="font-semibold">{when}</p>
          {places.map(({ label, text }) => (
            <p key={label} className="wrap-anywhere">
              <span className="text-muted">{`${label}:`}</span> {text}
            </p>
          ))}
        </div>
      </div>
      {refusal && <Banner tone="danger" title={refusal} alert />}
      {cancelled && (
        <Banner tone="warning" title={EVENT_CANCELLED}>
          {cancelled.reason && <p className="wrap-anywhere">{cancelled.reason}</p>}
        </Banner>
      )}
      {own ? (
        <Own {...own} refused={refusal !== undefined} isMain={!asksOfSeries} />
      ) : (
        !cancelled && <p>{EVENT_OPEN}</p>
      )}
      {series && <OfSeries {...series} isMain={asksOfSeries} />}
      <p className="text-muted">
        Sie antworten für <span className="wrap-anywhere">{member}</span>. Alles Weitere finden Sie
        auf der <a href={eventPagePath(uuid)}>Seite der Veranstaltung</a>; dort können Sie auch
        etwas anmerken.
      </p>
    </>
  );
}

type OfSeriesProps = { optedOut: boolean; says: string; isMain: boolean };

/** Whether the series of the event concerns its reader (U6). */
function OfSeries({ optedOut, says, isMain }: OfSeriesProps) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <p>{says}</p>
      {isMain && <p>Bitte bestätigen Sie das:</p>}
      <ButtonRow>
        <ChoiceButton name="answer" value={optedOut ? 'optIn' : 'optOut'} main={isMain}>
          {optedOut ? ASK_AGAIN : NOT_MINE}
        </ChoiceButton>
      </ButtonRow>
    </section>
  );
}

type OwnProps = OwnAnswerView & { refused: boolean; isMain: boolean };

/** @param isMain false if the mail's button is about something else */
function Own({ answer, title, hint, buttons, refused, isMain }: OwnProps) {
  const { search } = useLocation();
  const preset = new URLSearchParams(search).get('answer');
  const chosen = buttons.find(({ does }) => PRESETS.get(preset)?.includes(does));
  const first = chosen ?? buttons.find(({ does }) => does === 'yes' || does === 'wait');
  const ordered = [...buttons].sort((a, b) => Number(b === first) - Number(a === first));
  // The refusal says it already.
  const explained = refused ? undefined : hint;
  return (
    <section className="grid grid-cols-1 gap-3">
      <AnswerTitle answer={answer} title={title} />
      {preset === 'take' && answer === 'waiting' && !chosen && (
        <p>Der Platz ist nicht mehr frei.</p>
      )}
      {explained && <p>{explained}</p>}
      {buttons.some(({ does }) => does === 'leave') && (
        <p>Wenn Sie die Warteliste verlassen, verlieren Sie Ihren Platz darauf.</p>
      )}
      {chosen && <p>Bitte bestätigen Sie {answer ? 'die Änderung' : 'Ihre Antwort'}:</p>}
      {ordered.length > 0 && (
        <ButtonRow>
          {ordered.map((button) => (
            <ChoiceButton
              key={button.does}
              name="answer"
              value={button.does}
              main={isMain && button === first}
            >
              {button.label}
            </ChoiceButton>
          ))}
        </ButtonRow>
      )}
    </section>
  );
}

type Read = OutputOf<typeof readEventByLink>;

/** Only what the screen of a mail's link shows: anybody who gets the mail may see it. */
function answerByLinkOf({ event, own, optedOut, endsOn, club, member }: Read) {
  return {
    uuid: event.uuid,
    name: event.name,
    date: event.date,
    when: whenOf(event),
    places: placesOf(event),
    cancelled: event.cancelledAt ? { reason: event.cancelReason } : null,
    club,
    member: nameOf(member),
    series: event.series
      ? { optedOut, says: notMineInWords({ optedOut, asks: true, endsOn }) }
      : null,
    own: ownAnswerView({
      event,
      own,
      linked: true,
      late: false,
      past: event.over,
    }),
  };
}
