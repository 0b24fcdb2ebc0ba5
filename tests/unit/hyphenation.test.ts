import { expect, it } from 'vitest';
import { hyphenated } from '~/ui/hyphenation';

it.each([
  ['Schnuppertraining', 'Schnup-per-trai-ning'],
  ['Krabbelgruppenfest', 'Krab-bel-grup-pen-fest'],
  ['Freundschaftsspiel', 'Freund-schafts-spiel'],
  ['Weihnachtsfrühstück', 'Weih-nachts-früh-stück'],
  ['Jahreshauptversammlung', 'Jah-res-haupt-ver-samm-lung'],
  ['Rückenschwimmen', 'Rü-cken-schwim-men'],
])('breaks %s where one speaks it', (word, syllables) => {
  expect(hyphenated(word, 15).replaceAll('\u00AD', '-')).toBe(syllables);
});

it('leaves short words whole', () => {
  expect(hyphenated('Sommerfest im Vereinsheim', 17)).toBe('Sommerfest im Vereinsheim');
});
