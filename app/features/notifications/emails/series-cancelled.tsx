import { MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';
import { EventMail } from './event-mail';
import { SERIES_BUTTON, type SeriesMailValues, seriesMail } from './series-mail';

type Values = SeriesMailValues & { reason: string };

const off = (count: string) => (count === '1 Termin' ? 'fällt aus' : 'fallen aus');

function SeriesCancelledMail(values: Values) {
  const { reason, says, count } = values;
  return (
    <EventMail
      values={values}
      preview={`${count} ${off(count)}.`}
      says={says}
      more={reason && <MailText>Grund: {reason}</MailText>}
      button={SERIES_BUTTON}
    >
      Sie brauchen nichts zu tun. Findet doch etwas davon statt, schreiben wir Ihnen noch einmal.
    </EventMail>
  );
}
const common = seriesMail<Values>({ done: off }, SeriesCancelledMail);

/** To who counts on dates of a series that do not take place (L9). */
export const seriesCancelled: MailTemplate<Values> = {
  ...common,
  lengths: { ...common.lengths, reason: 500 },
};
