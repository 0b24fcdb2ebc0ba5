import { MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';
import { EventMail } from './event-mail';
import { SERIES_BUTTON, type SeriesMailValues, seriesMail } from './series-mail';

type Values = SeriesMailValues & {
  /** '' where it has not changed, or was not the same for all. */
  formerPlace: string;
  /** What to do now. */
  hint: string;
};

function SeriesChangedMail(values: Values) {
  const { formerPlace, hint, says, count } = values;
  return (
    <EventMail
      values={values}
      preview={`${count} geändert.`}
      says={says}
      more={formerPlace && <MailText>Bisher: {formerPlace}</MailText>}
      button={SERIES_BUTTON}
    >
      {hint}
    </EventMail>
  );
}
const common = seriesMail<Values>({ done: 'geändert', own: ['hint'] }, SeriesChangedMail);

/** To who counts on dates of a series that are at another time or place (L9). */
export const seriesChanged: MailTemplate<Values> = {
  ...common,
  lengths: { ...common.lengths, formerPlace: 200 },
};
