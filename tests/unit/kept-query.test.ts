import { expect, it } from 'vitest';
import { keptQuery } from '~/ui/kept-query';

it("the addresses of dialogs keep their own list's query, whichever was asked for before (D1)", () => {
  const members = ['q', 'after'] as const;
  const events = ['after'] as const;
  for (let run = 0; run < 2; run++) {
    expect(keptQuery('?q=Anna&after=1&toast=x', members)).toBe('?q=Anna&after=1');
    expect(keptQuery('?q=Anna&after=1&toast=x', events)).toBe('?after=1');
    expect(keptQuery('?q=Berta', members)).toBe('?q=Berta');
    expect(keptQuery('?q=Berta', events)).toBe('');
    expect(keptQuery('', members)).toBe('');
  }
});

it('the addresses of dialogs keep the first 200 characters of a search, and cursors whole (D1)', () => {
  const long = 'x'.repeat(201);
  expect(keptQuery(`?q=${long}&after=${long}`, ['q', 'after'])).toBe(
    `?q=${long.slice(1)}&after=${long}`,
  );
});
