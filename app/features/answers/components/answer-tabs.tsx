import { answersPath } from '~/paths/events';
import { Link } from '~/ui/link';
import type { AnswersScreen } from '../answers-rows.server';

type AnswerTabsProps = { event: string; month: string | null } & Pick<
  AnswersScreen,
  'of' | 'sections'
>;

const TAB =
  'inline-flex min-h-target items-center gap-1.5 text-center border-b-3 border-transparent px-3 text-ink ' +
  'no-underline hover:bg-green-soft aria-[current]:border-green ' +
  'max-sm:flex-1 max-sm:flex-col max-sm:justify-end max-sm:px-0.5 max-sm:text-xs';

/** Links to the sections, each with its number of members. */
export function AnswerTabs({ event, month, of: shown, sections }: AnswerTabsProps) {
  return (
    <nav className="flex border-b border-line print:hidden" aria-label="Wer kommt?">
      {sections.map(({ of, label, count }) => (
        <Link
          className={TAB}
          key={of}
          to={answersPath(event, { of: of === 'yes' ? null : of, month })}
          aria-current={of === shown ? 'page' : undefined}
        >
          {/* Two lines at most: five labels fit beside each other, barely. */}
          {label.replace(' ', '\u00A0')} <span className="font-semibold figures">{count}</span>{' '}
        </Link>
      ))}
    </nav>
  );
}
