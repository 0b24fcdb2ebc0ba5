import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { markupOf } from '~/bridge/markup.server';
import { LinkState } from '~/features/members/components/link-state';
import { Badge } from '~/ui/badge';
import { Initials } from '~/ui/initials';
import { Meter } from '~/ui/meter';
import { RowActions, RowLink } from '~/ui/table';
import { seeded } from '../support/random';

const random = seeded(17);
const oneOf = <T,>(...all: T[]): T => all[Math.floor(random() * all.length)] as T;
const text = () =>
  Array.from({ length: Math.floor(random() * 12) }, () =>
    oneOf('a', 'Ü', '<', '>', '&', '"', "'", ' ', '\u00AD', '🎺', '&amp;', '</td>', '\n'),
  ).join('');

/** A row of whatever rows are made of. */
const row = () => (
  <tr key={random()} data-tone={oneOf('past', 'muted', undefined)} hidden={oneOf(true, false)}>
    <th scope="row" colSpan={oneOf(1, 4)} data-label={oneOf(text(), undefined)}>
      <Initials firstName={text()} lastName={text()} seed={oneOf('a7', '0', 'x')} />
      <a className={oneOf('font-normal', undefined)} href={`/app/${text()}`}>
        {text()}
      </a>
      {oneOf<ReactNode>(null, false, undefined, 0, 7, text())} <i> {text()}</i>
      <LinkState link={oneOf('invited', 'linked')} />
    </th>
    <td>
      {[<Badge key="a">{text()}</Badge>, text()]}
      <Meter value={Math.floor(random() * 9)} max={Math.floor(random() * 9)}>
        {text()}
      </Meter>
      <label>
        <input type="checkbox" name={text()} defaultChecked={oneOf(true, false)} />
      </label>
    </td>
    <td>
      <RowActions>
        <RowLink
          to={text()}
          of={oneOf(text(), undefined)}
          icon={oneOf('edit', undefined)}
          main={oneOf('filled', undefined)}
          mark={oneOf(text(), undefined)}
          count={oneOf(0, 3)}
          tone={oneOf('danger', undefined)}
          dialog={oneOf(true, false)}
          disabled={oneOf(true, false)}
        >
          {text()}
        </RowLink>
        <button
          type="submit"
          formAction={`/app/${text()}`}
          aria-label={text()}
          aria-pressed={oneOf(true, false)}
        >
          {text()}
        </button>
      </RowActions>
    </td>
  </tr>
);

it('the server writes rows byte for byte as React does, whatever they say (X3)', () => {
  for (let run = 0; run < 500; run++) {
    const rows = [row(), row()];
    expect(markupOf(<table>{rows}</table>)).toBe(renderToStaticMarkup(<table>{rows}</table>));
  }
});

it('the server refuses to write what rows are not made of (X3)', () => {
  expect(() => markupOf(<p style={{ color: 'red' }} />)).toThrow("Rows do not have 'style'");
  expect(() => markupOf(<form onSubmit={() => {}} />)).toThrow("Rows do not have 'onSubmit'");
  expect(() => markupOf(<input tabIndex={0} />)).toThrow("Rows do not have 'tabIndex'");
  expect(() => markupOf(<input required />)).toThrow("Rows do not have 'required'");
});
