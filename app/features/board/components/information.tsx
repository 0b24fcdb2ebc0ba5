import { Card } from '~/ui/card';
import { LinkedText } from '~/ui/linked-text';
import type { Piece } from '~/ui/links';

type InformationProps = {
  lines: readonly (readonly Piece[])[];
  /** True if little else would fit on a phone. */
  long: boolean;
};

/**
 * The message of the day (C1). A long one is cut on a phone, to keep the next event in sight; the
 * page contains the whole text.
 */
export function Information({ lines, long }: InformationProps) {
  if (!long) {
    return (
      <Card title="Information">
        <MessageLines lines={lines} />
      </Card>
    );
  }
  return (
    <div className="group">
      <Card title="Information" aside={<Unfold />}>
        <div className={FOLDED}>
          <MessageLines lines={lines} folds />
        </div>
      </Card>
    </div>
  );
}

const FOLDED = 'wrap-anywhere max-lg:max-h-12 max-lg:overflow-hidden group-has-[[open]]:max-h-none';

/** One element per line; an empty line becomes a break. @param folds without breaks while folded */
function MessageLines({ lines, folds }: Pick<InformationProps, 'lines'> & { folds?: boolean }) {
  return lines.map((line, at) =>
    line.every(({ text }) => text.trim() === '') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its position.
      <br key={at} className={folds ? 'hidden group-has-[[open]]:inline lg:inline' : undefined} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its position.
      <div key={at}>
        <LinkedText pieces={line} />
      </div>
    ),
  );
}

/**
 * Unfolds the rest of a note on a phone. The text is elsewhere in the `group`; only the open state
 * matters.
 */
function Unfold() {
  return (
    <details className="-my-2 lg:hidden">
      <summary className="flex min-h-target items-center text-green underline">
        <span className="group-has-[[open]]:hidden">Weiterlesen</span>
        <span className="hidden group-has-[[open]]:inline">Weniger</span>
      </summary>
    </details>
  );
}
