import { dateToText, monthToText, weekdayToText } from '~/dates';

const LEAF =
  'grid flex-none self-start overflow-hidden rounded-lg border border-line-strong bg-card text-center ' +
  'leading-none leaf';

const BAND = 'px-1 py-1 font-sans text-xs font-bold';
const DAY = 'pt-1.5 font-serif font-bold figures';

/**
 * A day like a leaf of a tear-off calendar: the month on a band, the day, the weekday. `large` is
 * for the next event. Screen readers get the date in words.
 * @param date 'YYYY-MM-DD'
 */
export function DateLeaf({ date, large }: { date: string; large?: boolean }) {
  const weekday = weekdayToText(date);
  return (
    <time className={`${LEAF} ${large ? 'min-w-20' : 'min-w-13'}`} dateTime={date}>
      <span className="visually-hidden">
        {weekday}, {dateToText(date)}
      </span>{' '}
      <span
        aria-hidden="true"
        className={`${BAND} ${large ? 'bg-green text-on-green' : 'bg-green-soft text-green-deep'}`}
      >
        {monthToText(date.slice(0, 7)).slice(0, 3).toUpperCase()}
      </span>{' '}
      <span aria-hidden="true" className={`${DAY} ${large ? 'text-[2.5rem]' : 'text-2xl'}`}>
        {Number(date.slice(8))}
      </span>{' '}
      <span aria-hidden="true" className="px-1 py-1.5 text-xs text-muted">
        {large ? weekday : weekday.slice(0, 2)}
      </span>
    </time>
  );
}
