import {
  ASK_AGAIN,
  IS_NOT_MINE,
  messages,
  NOT_MINE,
  NOT_MINE_MEANS,
} from '~/features/series/wording';
import { optOutPath } from '~/paths/series';
import { ButtonForm } from '~/ui/button-form';

type SeriesOptOutProps = { event: string; series: string; optedOut: boolean };

/** Opts out of the series on the page of a date, or back in (U6). */
export function SeriesOptOut({ event, series, optedOut }: SeriesOptOutProps) {
  return (
    <ButtonForm
      id="opt-out"
      action={optOutPath({ series, event, optedOut }, 'event')}
      failure={optedOut ? messages.optOutWithdrawFailed : messages.optOutFailed}
      says={optedOut ? IS_NOT_MINE : NOT_MINE_MEANS}
    >
      {optedOut ? ASK_AGAIN : NOT_MINE}
    </ButtonForm>
  );
}
