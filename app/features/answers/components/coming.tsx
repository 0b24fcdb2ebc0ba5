import { counted, inFull } from '~/numbers';
import { Initials } from '~/ui/initials';
import type { EventPage } from '../event-rows.server';

type ComingProps = NonNullable<EventPage['coming']>;

/** How many are shown as discs before the names unfold. */
const DISCS = 8;

const LOOK = 'group leaf break-inside-avoid rounded border border-line bg-card';
const LINE = 'flex min-h-target flex-wrap items-center gap-x-4 gap-y-1 p-4 sm:p-5';

/** Who comes: how many, and their names at a tap; nothing else of their answers (J8, Y4). */
export function Coming({ title: says, count, withOthers, names, more }: ComingProps) {
  const title = (
    <hgroup className="flex flex-1 flex-wrap items-center gap-x-4">
      <h2 className="text-lg">
        {says} · {count}
      </h2>
      {withOthers && <p className="text-muted">mit Begleitung {withOthers}</p>}
    </hgroup>
  );
  const others = names.length + more - DISCS;
  if (names.length === 0)
    return (
      <section className={`${LOOK} ${LINE}`}>
        {title} <span className="text-muted">Noch niemand.</span>
      </section>
    );
  return (
    <details className={LOOK}>
      <summary className={LINE}>
        {title}
        <span className="flex flex-wrap items-center order-1 basis-full pr-2 print:hidden group-open:hidden [&>b]:-mr-1.5">
          {names.slice(0, DISCS).map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: people of one name are equal here.
            <Initials key={at} {...name} />
          ))}
          {others > 0 && <span className="pl-3 text-muted">+{inFull(others)}</span>}
        </span>
        <span className="text-green underline print:hidden group-open:hidden">Namen</span>
      </summary>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-4 gap-y-1 px-5 pb-4 -mt-2 max-sm:px-4">
        {names.map(({ firstName, lastName, seed, distinction }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: people of one name are equal here.
          <li className="flex min-w-0 items-center py-0.5" key={at}>
            <Initials firstName={firstName} lastName={lastName} seed={seed} />{' '}
            <span className="min-w-0 wrap-anywhere">
              {`${firstName} ${lastName}`}
              {distinction && <small className="block text-md text-muted">{distinction}</small>}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="px-5 pb-4 text-muted max-sm:px-4">{`und ${counted(more, 'weitere Person', 'weitere')}`}</p>
      )}
    </details>
  );
}
