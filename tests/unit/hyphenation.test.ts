import { expect, it } from 'vitest';
import { narrow } from '~/features/events/month-view';
import { hyphenated } from '~/ui/hyphenation';

it.each([
  ['Schnuppertraining', 'Schnup-per-trai-ning'],
  ['Krabbelgruppenfest', 'Krab-bel-grup-pen-fest'],
  ['Freundschaftsspiel', 'Freund-schafts-spiel'],
  ['Weihnachtsfrühstück', 'Weih-nachts-früh-stück'],
  ['Jahreshauptversammlung', 'Jah-res-haupt-ver-samm-lung'],
  ['Rückenschwimmen', 'Rücken-schwim-men'],
])('breaks %s where one speaks it', (word, syllables) => {
  expect(hyphenated(word, 15).replaceAll('\u00AD', '-')).toBe(syllables);
});

it.each([
  ['Vereinsheimbewirtung', 'Vereins-heim-be-wir-tung'],
  ['Vereinsfest', 'Vereins-fest'],
  ['Arbeitseinsatz', 'Arbeits-einsatz'],
  ['Gemeinschaftseinsatz', 'Gemein-schafts-einsatz'],
  ['Kameradschaftsabend', 'Kame-rad-schafts-abend'],
  ['Saisonabschlussfeier', 'Saison-abschluss-feier'],
  ['Sportabzeichenprüfung', 'Sport-abzei-chen-prü-fung'],
  ['Mitgliederehrung', 'Mit-glie-der-ehrung'],
  ['Dauerlauftreff', 'Dauer-lauf-treff'],
  ['Falkensteinhütte', 'Fal-ken-stein-hütte'],
  ['Bühnenaufbau', 'Bühnen-aufbau'],
  ['Familienausflugsgasthaus', 'Familien-aus-flugs-gast-haus'],
])('breaks %s between its parts in a day of the month (M7)', (word, syllables) => {
  expect(narrow(word).replaceAll('\u00AD', '-')).toBe(syllables);
});

it('leaves short words whole', () => {
  expect(hyphenated('Sommerfest im Vereinsheim', 17)).toBe('Sommerfest im Vereinsheim');
});
