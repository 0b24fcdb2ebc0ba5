import { describe, expect, it } from 'vitest';
import { linked } from '~/ui/links';

/** The links found in a line. */
const links = (line: string) => linked(line).flatMap(({ text, link }) => (link ? [text] : []));

describe('links in a text (C1, J4)', () => {
  it.each([
    ['Plan: https://verein.example/plan.pdf.', ['https://verein.example/plan.pdf']],
    ['(siehe https://verein.example)', ['https://verein.example']],
    [
      'https://de.example/Verein_(Recht), https://b.example/?a=1&b=2!',
      ['https://de.example/Verein_(Recht)', 'https://b.example/?a=1&b=2'],
    ],
    ['„https://verein.example/a“', ['https://verein.example/a']],
    ['https://verein.example/a…', ['https://verein.example/a']],
    ['Kein Link: http://verein.example ftp://a.example javascript:alert(1) verein.example', []],
    ['https://verein.example@boese.example/', []],
    [
      'https://müller.example https://mu\u0308ller.example:8443/a',
      ['https://müller.example', 'https://mu\u0308ller.example:8443/a'],
    ],
    // Hosts that look like others: a Cyrillic letter, a fraction slash, a backslash.
    ['https://vеrein.example https://verein.example⁄a.boese.example', []],
    [
      'https://verein.example\\@boese.example https://verein.example\u200b.boese.example',
      ['https://verein.example'],
    ],
    ['https://verein.example/\u202egpj.exe', ['https://verein.example/']],
    ['https:// https://localhost https://', []],
    ['', []],
  ])('the links in %j are %j, without the punctuation around them (C1)', (line, found) => {
    expect(links(line)).toEqual(found);
    expect(
      linked(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line);
  });

  it('ten thousand characters full of brackets and half links are read at once (C1)', () => {
    for (const piece of [
      'https://a.b/((((',
      'https://',
      '))))',
      'https://a.b/))))',
      '.',
      ')',
      '.)',
    ]) {
      const line = `https://a.b/${piece.repeat(10_000 / piece.length)}`;
      expect(
        linked(line)
          .map(({ text }) => text)
          .join(''),
      ).toBe(line);
    }
  });
});
