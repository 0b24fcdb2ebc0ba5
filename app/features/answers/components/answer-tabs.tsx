import { useEffect, useRef } from 'react';
import { answersPath } from '~/paths/events';
import { Link } from '~/ui/link';
import type { AnswersScreen } from '../answers-rows.server';

type AnswerTabsProps = { event: string } & Pick<AnswersScreen, 'of' | 'sections'>;

const TAB =
  'inline-flex min-h-target items-center gap-1.5 border-b-3 border-transparent px-3 text-ink ' +
  'no-underline hover:bg-green-soft aria-[current]:border-green aria-[current]:font-semibold ' +
  'max-sm:flex-none max-sm:px-2 max-sm:text-sm';

/** The ways to the sections, each with how many it has. */
export function AnswerTabs({ event, of: shown, sections }: AnswerTabsProps) {
  const tabs = useRef<HTMLElement>(null);
  // On a phone the tabs are wider than the page.
  useEffect(() => {
    const shownTab = shown && tabs.current?.querySelector('[aria-current]');
    if (shownTab) shownTab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  return (
    <nav
      ref={tabs}
      className="flex flex-wrap overflow-x-auto border-b border-line whitespace-nowrap max-sm:flex-nowrap print:hidden"
      aria-label="Wer kommt?"
    >
      {sections.map(({ of, label, count }) => (
        <Link
          className={TAB}
          key={of}
          to={answersPath(event, { of: of === 'yes' ? null : of })}
          aria-current={of === shown ? 'page' : undefined}
        >
          {label} <span className="text-muted figures">{count}</span>{' '}
        </Link>
      ))}
    </nav>
  );
}
