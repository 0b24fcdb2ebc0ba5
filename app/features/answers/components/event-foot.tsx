import { eventFilePath, feedsPath } from '~/paths/calendars';
import { ShareLink } from '~/ui/share-link';
import type { EventPage } from '../event-rows.server';

type EventFootProps = Pick<EventPage, 'uuid' | 'name' | 'past' | 'cancelled'> & { url: string };

/** For the few who need it: the event as a calendar file, and its address. */
export function EventFoot({ uuid, name, past, cancelled, url }: EventFootProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 text-md text-muted print:hidden">
      {!past && !cancelled && (
        <p>
          In meinen Kalender: <a href={eventFilePath(uuid)}>diesen Termin</a> oder{' '}
          <a href={feedsPath}>alle, mit Änderungen</a>
        </p>
      )}
      <ShareLink title={name} url={url} />
    </div>
  );
}
