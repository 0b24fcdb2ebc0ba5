import { optOutPath } from '~/paths/series';
import { ButtonForm } from '~/ui/button-form';
import { Disclosure } from '~/ui/disclosure';
import { ASK_AGAIN, IS_NOT_MINE, messages, NOT_MINE, NOT_MINE_MEANS } from '../wording';

type OptOutsProps = {
  event: string;
  series: string;
  optedOut: boolean;
  linked: boolean;
  /** How many have said so; '' for none. */
  summary: string;
  names: readonly string[];
  /** How many more than are named. */
  more: number;
};

/** Members who opted out of a series, as its leaders see them; and the member's own switch (U6). */
export function OptOuts(props: OptOutsProps) {
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
