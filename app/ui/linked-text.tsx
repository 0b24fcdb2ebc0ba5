import { Fragment } from 'react';
import type { Piece } from './links';

/** A text with its addresses as links, and its line breaks. */
export function LinkedText({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, link }, at) =>
    link ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no identity but its position.
      <a key={at} href={text} rel="nofollow noopener">
        {text}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <Fragment key={at}>
        <Lines text={text} />
      </Fragment>
    ),
  );
}

function Lines({ text }: { text: string }) {
  const [first, ...others] = text.split(/\r?\n/);
  return (
    <>
      {first}
      {others.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its position.
        <Fragment key={at}>
          <br />
          {line}
        </Fragment>
      ))}
    </>
  );
}
