import { Card } from '~/ui/card';
import { Initials } from '~/ui/initials';
import type { EventPage } from '../event-rows.server';

/** So many names are seen at once; the others unfold. */
const AT_ONCE = 24;

/** Who comes: names, and nothing else of their answers (J8). */
export function Coming({ names, more }: NonNullable<EventPage['coming']>) {
  const folded = names.slice(AT_ONCE);
  return (
    <Card title="Wer kommt">
      {names.length === 0 && <p className="text-muted">Noch niemand.</p>}
      <Names names={names.slice(0, AT_ONCE)} />
      {folded.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-target items-center text-green underline group-open:hidden">
            {folded.length === 1 ? '1 weiteren Namen' : `${folded.length} weitere Namen`} anzeigen
          </summary>
          <Names names={folded} />
        </details>
      )}
      {more > 0 && (
        <p className="mt-1 text-muted">
          {more === 1 ? 'und 1 weitere Person' : `und ${more.toLocaleString('de')} weitere`}
        </p>
      )}
    </Card>
  );
}

function Names({ names }: Pick<NonNullable<EventPage['coming']>, 'names'>) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-4 gap-y-1">
      {names.map(({ firstName, lastName, seed }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: people of one name are equal here.
        <li className="flex min-w-0 items-center py-0.5" key={at}>
          <Initials firstName={firstName} lastName={lastName} seed={seed} />{' '}
          <span className="min-w-0 wrap-anywhere">{`${firstName} ${lastName}`}</span>
        </li>
      ))}
    </ul>
  );
}
