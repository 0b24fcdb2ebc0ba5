import { capacityOf, occupancyOf, type Places } from '~/features/events/wording';
import { Badge } from '~/ui/badge';
import { Card } from '~/ui/card';
import { DateLeaf } from '~/ui/date-leaf';
import { DateText } from '~/ui/date-text';
import { Meter } from '~/ui/meter';
import type { EventPage } from '../event-rows.server';

/** When and where, and how many come. */
export function EventFacts({ event }: { event: EventPage }) {
  const { date, when, repeats, groups, forNobody, places, size, deadlines } = event;
  return (
    <Card>
      <div className="flex flex-wrap gap-4 sm:gap-5">
        <DateLeaf date={date} large />
        <div className="grid min-w-0 flex-1 basis-20 grid-cols-1 content-start gap-1">
          <When when={when} />
          {repeats && <Repetition {...repeats} />}
          {groups && (
            <p className="wrap-anywhere">
              <span className="text-muted">Für:</span> {groups}
              {forNobody && (
                <span className="text-muted">
                  {' '}
                  (zurzeit niemand: leer, archiviert oder gelöscht)
                </span>
              )}
            </p>
          )}
          {places.map(({ label, text }) => (
            <p key={label} className="wrap-anywhere">
              <span className="text-muted">{`${label}:`}</span> {text}
            </p>
          ))}
          {size.kind && (
            <p>
              {/* As in the list; the other way round, on a phone a line would end with the dot. */}
              {size.yes && (
                <>
                  <b>{size.yes}</b>
                  {' · '}
                </>
              )}
              <span className="text-muted">{size.kind}</span>
            </p>
          )}
          {size.over && <p className="text-muted">{size.over}</p>}
        </div>
      </div>
      {(size.places || deadlines.length > 0) && (
        <div className="mt-3 grid gap-1.5 border-t border-line pt-3">
          {size.places && <Size places={size.places} waiting={event.waiting} />}
          {deadlines.map(({ label, value }) => (
            <p key={label} className="text-md">
              <span className="text-muted">{`${label}:`}</span> <DateText>{value}</DateText>
            </p>
          ))}
        </div>
      )}
    </Card>
  );
}

/** The day, which the leaf shows, too, and the time, which stands out. */
function When({ when }: { when: string }) {
  const [, weekday, day, time = when] = /^(\S+), ([^,]+), (\d[^,]+)$/.exec(when) ?? [];
  return (
    <p className="text-balance">
      {day && (
        <span className="block text-md text-muted">
          {/* On a phone the leaf's weekday is enough, and the line short. */}
          <span className="max-sm:sr-only">{weekday}, </span>
          {day}
          <span className="visually-hidden">, </span>
        </span>
      )}
      {/* The day stays with its month. */}
      <b className="text-lg">{time.replaceAll('. ', '.\u00A0')}</b>
    </p>
  );
}

/** 'Jeden Dienstag'; until when, and without which days, at a tap. */
function Repetition({ short, long }: NonNullable<EventPage['repeats']>) {
  if (!long) return <p className="text-muted">{short}</p>;
  return (
    <details className="group text-muted">
      <summary className="-my-2 inline-flex min-h-target items-center underline group-open:hidden">
        {short}
      </summary>
      {long}
    </details>
  );
}

/** How full it is, in the words of the list. */
function Size({ places, waiting }: { places: Places; waiting: number }) {
  const { tone, text } = capacityOf(places);
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{text}</Badge>{' '}
      <Meter value={places.taken} max={places.max}>
        {occupancyOf(places)}
      </Meter>{' '}
      {waiting > 0 && <span className="text-muted">Warteliste: {waiting}</span>}
    </p>
  );
}
