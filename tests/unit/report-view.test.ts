import { describe, expect, it } from 'vitest';
import { withoutOthers, writerFor } from '~/features/reports/view';

describe('withoutOthers()', () => {
  it.each([
    ['Mitglied „Max Meier“ geändert', 'Mitglied „…“ geändert'],
    ['Mitglied „Anna Lindner“ geändert', 'Mitglied „Anna Lindner“ geändert'],
    ['Veranstaltung „Anna und Max“ angelegt', 'Veranstaltung „Anna und Max“ angelegt'],
    ['Mitglied „Max Meier“: zur Veranstaltung „Fest“ angemeldet', 'Mitglied „…“ angemeldet'],
    [
      'Mitglied „Anna Lindner“: zur Veranstaltung „Fest“ angemeldet',
      'Mitglied „Anna Lindner“: zur Veranstaltung „Fest“ angemeldet',
    ],
    ['Antwort von „Max Meier“ auf die Umfrage „Was?“ entfernt', 'Antwort von „…“ entfernt'],
    ['Benutzer „Max Meier“ entfernt', 'Benutzer „…“ entfernt'],
    ['Konto „Max Meier“ geändert', 'Konto „…“ geändert'],
    [
      'Einladungen für Mitglied „Max Meier“, Mitglied „Anna Lindner“ erstellt',
      'Einladungen für Mitglied „…“, Mitglied „Anna Lindner“ erstellt',
    ],
    [
      'Einladungen für Mitglied „Max Meier“, Mitglied „Anna Lindner“, Mitglied „Paul Ernst“ erstellt',
      'Einladungen für Mitglied „…“ erstellt',
    ],
    [
      'Einladungen für Mitglied „Anna Lindner“, Mitglied „Max Meier“ und 3 weitere erstellt',
      'Einladungen für Mitglied „Anna Lindner“, Mitglied „…“ und 3 weitere erstellt',
    ],
    ['Mitglied „Max“ Geheim“ gelöscht', 'Mitglied „…“ gelöscht'],
    ['Angemeldet', 'Angemeldet'],
  ])('of %j leaves %j: nobody else is named (S1)', (action, left) => {
    expect(withoutOthers(action, new Set(['Anna Lindner']))).toBe(left);
  });
});

describe('writerFor()', () => {
  it("writes moments in the club's time zone, and days as they are (S1, X4)", () => {
    const berlin = writerFor('Europe/Berlin');
    const moment = '2026-07-01T22:30:00.123456+00:00';
    expect(berlin(moment, 'moment')).toBe('02.07.2026, 00:30');
    expect(writerFor('America/New_York')(moment, 'moment')).toBe('01.07.2026, 18:30');
    expect(berlin('2026-07-01', 'day')).toBe('01.07.2026');
  });

  it('writes words of the program in German, and what it does not know as it is (S1)', () => {
    const write = writerFor('UTC');
    expect(write('mail', { mail: 'sofort' })).toBe('sofort');
    expect(write('new', { mail: 'sofort' })).toBe('new');
    expect(write(['coming', 'open'], { coming: 'Zugesagt', open: 'Offen' })).toBe(
      'Zugesagt, Offen',
    );
    expect([write(true, 'yesNo'), write(null, 'yesNo'), write(null), write(3)]).toEqual([
      ...['ja', 'nein', '', '3'],
    ]);
    expect([write(['a', 'b'], 'count'), write([], 'count')]).toEqual(['2', '']);
  });
});
