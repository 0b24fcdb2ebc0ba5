import { describe, expect, it } from 'vitest';
import { readLines } from '~/features/members/rules/pasted.server';

const read = (text: string) =>
  readLines(text).map(({ at, firstName, lastName, fault }) =>
    fault ? `${at}: ${fault}` : `${firstName}|${lastName}`,
  );

describe('pasted names', () => {
  it.each([
    ['Anna Lindner', 'Anna|Lindner'],
    ['  Karl-Heinz   Groß ', 'Karl-Heinz|Groß'],
    ['Anna Maria Lindner', 'Anna Maria|Lindner'],
    ['Maria von der Mühlen', 'Maria|von der Mühlen'],
    ['Jan van Dyk', 'Jan|van Dyk'],
    ['Lindner, Anna', 'Anna|Lindner'],
    ['von der Mühlen, Maria', 'Maria|von der Mühlen'],
    ['Anna\tLindner\t01234', 'Anna|Lindner'],
    ['Anna Maria;von Groß', 'Anna Maria|von Groß'],
    ['Lindner, Anna, 12.3.1980', 'Anna|Lindner'],
    ['"Anna";"Lindner"', 'Anna|Lindner'],
    ['12. Anna Lindner', 'Anna|Lindner'],
    ['12\tAnna\tLindner', 'Anna|Lindner'],
    [' • Lindner, Anna', 'Anna|Lindner'],
    ['Anna Maria Lindner; anna@verein.example', 'Anna Maria|Lindner'],
    ['Dora Testfall <dora@demo.example>', 'Dora|Testfall'],
    ['Emil Test 0171 234567', '1: Hier steht mehr als ein Name.'],
    ['Emil Test +49 171 234567', '1: Hier steht mehr als ein Name.'],
    ['Dora Testfall, dora@demo.example', '1: Hier steht mehr als ein Name.'],
    ['Dora Testfall;dora@demo.example;0171 2', '1: Hier steht mehr als ein Name.'],
    ['anna@verein.example;', '1: Bitte Vorname und Nachname angeben.'],
    ['Lindner', '1: Bitte Vorname und Nachname angeben.'],
    ['von Berg', '1: Bitte Vorname und Nachname angeben.'],
    ['Anna,', '1: Bitte einen Vornamen eingeben.'],
    ['Anna Lind\u0000ner', '1: Enthält ein ungültiges Zeichen.'],
    [`Anna ${'x'.repeat(101)}`, '1: Höchstens 100 Zeichen.'],
  ])('the pasted line %j is read as %s (U2, O5)', (line, expected) => {
    expect(read(line)).toEqual([expected]);
  });

  it.each([
    'Nachname;Vorname\r\nLindner;Anna\n\nGroß;Max',
    ' Vorname Nachname\nAnna Lindner\nMax Groß',
    'Name Vorname\nLindner Anna\nGroß, Max',
    'Nr.\tEintritt\tName\tVorname\n7\t2019\tLindner\tAnna\n8\t2020\tGroß\tMax',
    '"Vorname","Nachname","Ort"\n"Anna","Lindner","Grünau"\n"Max","Groß",""',
  ])("a spreadsheet's head says in which columns its names are: %j (U2, O5)", (table) => {
    expect(read(table)).toEqual(['Anna|Lindner', 'Max|Groß']);
  });

  it('below a heading in that order, last names come first (U2, O5)', () => {
    expect(read('Nachname Vorname\nvon der Mühlen Anna Maria\nLindner')).toEqual([
      'Anna Maria|von der Mühlen',
      '3: Bitte Vorname und Nachname angeben.',
    ]);
  });

  it('a line of a spreadsheet without a name says what is missing (U2, O5)', () => {
    expect(read('Vorname;Nachname\nAnna;\n;Groß')).toEqual([
      '2: Bitte einen Nachnamen eingeben.',
      '3: Bitte einen Vornamen eingeben.',
    ]);
  });
});
