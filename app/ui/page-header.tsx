import { isValidElement, type ReactNode } from 'react';
import { ButtonLink, ButtonRow } from './button';
import { hyphenated } from './hyphenation';
import { IconChevronLeft } from './icons';
import { Link } from './link';

/** The title of something with its own name, or with a link to it, which a button beside it would squeeze. */
const isLong = (title: ReactNode) => typeof title !== 'string' || title.length > 24;

/** Letters of a word in so large type that a phone may have no room for. */
const LONG = 13;

/** Longer titles would fill half a phone's screen at the usual size. */
const isVeryLong = (title: ReactNode) => typeof title === 'string' && title.length > 60;

/**
 * The page's heading (its only h1), the link back above it and its actions beside it. A single
 * action stays beside it even on a phone, and wraps before the title does.
 */
export function PageHeader({
  title,
  about,
  back,
  actions,
}: {
  title: ReactNode;
  /** What the title belongs to, or how many there are: beside it, on a phone below it. */
  about?: ReactNode;
  /** `aside` stands at the end of its line. */
  back?: { to: string; label?: string; aside?: ReactNode };
  actions?: ReactNode;
}) {
  return (
    <div className="@container">
      {back && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Link className="inline-flex min-h-target items-center gap-1.5 print:hidden" to={back.to}>
            <IconChevronLeft />
            {back.label ?? 'Zurück'}
          </Link>
          {back.aside}
        </div>
      )}
      <div
        className={
          'flex items-center justify-between gap-x-4 gap-y-2 ' +
          `has-[.button-row>:nth-child(2)]:flex-wrap ${isLong(title) ? 'max-sm:flex-wrap' : ''}`
        }
      >
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 max-sm:block">
          <h1 className={isVeryLong(title) ? 'max-sm:text-lg' : undefined}>
            {typeof title === 'string' ? hyphenated(title, LONG) : title}
          </h1>
          {about && <div className="text-muted wrap-anywhere">{about}</div>}
        </div>
        {actions && (
          <div className={ACTIONS + (isSingle(actions) ? ' max-sm:[&_.button]:px-3' : SEVERAL)}>
            <ButtonRow>{actions}</ButtonRow>
          </div>
        )}
      </div>
    </div>
  );
}

const isSingle = (actions: ReactNode) => isValidElement(actions) && actions.type === ButtonLink;

const ACTIONS = 'max-w-full flex-none max-sm:shrink-99999 max-sm:[&_.button]:text-sm';

/** On a phone they fill the line, two of them equal in width. */
const SEVERAL =
  ' max-sm:[&_.button]:px-2 max-sm:has-[>*>:nth-child(2)]:w-full max-sm:*:has-[>:nth-child(2)]:gap-2 ' +
  'max-sm:*:has-[>:nth-child(2)]:*:flex-[1_6rem] max-sm:*:has-[>:nth-child(3)]:*:flex-auto';
