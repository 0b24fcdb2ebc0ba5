import { describe, expect, it } from 'vitest';
import { readLines } from '~/features/members/rules/pasted.server';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { unescaped } from '../support/html';
import { memberSetting } from '../support/members';

/** Entering several members at once: names are pasted, looked at, then created (D2). */
const app = testApp();

const SCREEN = '/app/members/several';

async function setting() {
  const { organization, withOnly } = await memberSetting(app);
  const editor = await withOnly('EDIT_MEMBERS');
  const names = async () => {
    const rows = await app.db
      .selectFrom('members')
      .select(['first_name', 'last_name'])
      .where('organization_uuid', '=', organization.uuid)
      .where('user_uuid', 'is', null)
      .execute();
    return rows.map(({ first_name, last_name }) => `${first_name}|${last_name}`);
  };
  return { editor, names };
}

/** The lines of a preview in the order in which it shows them, those to enter as '[x] name'. */
function previewed(html: string) {
  const list = /<ul class="checklist">.*?<\/ul>/s.exec(html)?.[0] ?? '';
  return [...list.matchAll(/<li.*?<\/li>/gs)].map(([row]) => {
    const box = /<input type="checkbox"[^>]*>/.exec(row)?.[0] ?? '';
    const words = row
      .replace(/<b class[^>]*aria-hidden.*?<\/b>/s, '')
      .replace(/<!--.*?-->|<[^>]+>/gs, '')
      .replace(/eintragen$/, '')
      .replace(/ +/g, ' ');
    return `${box.includes('checked=""') ? '[x] ' : ''}${words.trim()}`;
  });
}

/** What the preview's button posts, as a browser without scripts would: line breaks are CRLF. */
function entered(html: string): Record<string, string> {
  const form = /<form[^>]* id="create-members".*?<\/form>/s.exec(html)?.[0] ?? '';
  const posted = [...form.matchAll(/<input[^>]*>/g)].filter(
    ([input]) => !input.includes('type="checkbox"') || input.includes('checked=""'),
  );
  return Object.fromEntries(
    posted.map(([input]) => [
      / name="([^"]*)"/.exec(input)?.[1] ?? '',
      unescaped(/ value="([^"]*)"/.exec(input)?.[1]).replace(/\r?\n/g, '\r\n'),
    ]),
  );
}

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
    ['Dora Testfall dora@demo.example', '1: Hier steht mehr als ein Name.'],
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
  ])('the pasted line %j is read as %s (D2)', (line, expected) => {
    expect(read(line)).toEqual([expected]);
  });

  it.each([
    'Nachname;Vorname\r\nLindner;Anna\n\nGroß;Max',
    'Nr.\tEintritt\tName\tVorname\n7\t2019\tLindner\tAnna\n8\t2020\tGroß\tMax',
    '"Vorname","Nachname","Ort"\n"Anna","Lindner","Grünau"\n"Max","Groß",""',
  ])("a spreadsheet's head says in which columns its names are: %j (D2)", (table) => {
    expect(read(table)).toEqual(['Anna|Lindner', 'Max|Groß']);
  });

  it('a line of a spreadsheet without a name says what is missing (D2)', () => {
    expect(read('Vorname;Nachname\nAnna;\n;Groß')).toEqual([
      '2: Bitte einen Nachnamen eingeben.',
      '3: Bitte einen Vornamen eingeben.',
    ]);
  });
});

describe('entering several members', () => {
  it('several members are previewed, then entered at once, without scripts (D2)', async () => {
    const { editor, names } = await setting();
    const lines = 'Anna Lindner\nJörg Müller\nnur\nAnna Lindner\nGroß, Max';
    const preview = await editor.submit(`${SCREEN}?q=a`, { lines });
    expect(preview.status).toBe(200);
    expect(preview.page).toContain('Zeile 3: nur – Bitte Vorname und Nachname angeben.');
    expect(preview.page.match(/Diesen Namen gibt es schon\./g)).toHaveLength(2);
    expect(preview.page).toContain('2 Mitglieder eintragen');
    const ticked = [...preview.text.matchAll(/<input type="checkbox"[^>]*>/g)]
      .filter(([box]) => box.includes('checked=""'))
      .map(([box]) => /value="(\d+)"/.exec(box)?.[1]);
    expect(ticked).toEqual(['1', '5']);
    expect(await names()).toEqual(['Jörg|Müller']);

    const fields = { lines, 'chosen[1]': '1', 'chosen[5]': '5', __key: 'several' };
    const entered = await editor.submit(`${SCREEN}/creation?q=a`, fields);
    expect([entered.status, entered.location]).toEqual([303, '/app/members?q=a']);
    expect((await editor.get('/app/members')).page).toContain(
      messages.membersCreated({ count: 2 }).title,
    );
    // Sent twice, it acts once.
    expect((await editor.submit(`${SCREEN}/creation?q=a`, fields)).status).toBe(303);
    expect((await names()).sort()).toEqual(['Anna|Lindner', 'Jörg|Müller', 'Max|Groß']);
  });

  it('several members are entered all or none, and what was typed stays (D2)', async () => {
    const { editor, names } = await setting();
    const lines = 'Anna Lindner\nnur';
    const choices: Record<string, string>[] = [
      { 'chosen[0]': '1', 'chosen[1]': '2' },
      { 'chosen[0]': '9' },
      {},
    ];
    for (const chosen of choices) {
      const refused = await editor.submit(`${SCREEN}/creation`, { lines, ...chosen });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('Anna Lindner\nnur');
    }
    const tooMany = 'Anna Lindner\n'.repeat(501);
    const long = await editor.submit(SCREEN, { lines: tooMany });
    expect([long.status, long.page.includes('Höchstens 500 Zeilen auf einmal.')]).toEqual([
      422,
      true,
    ]);
    expect((await editor.submit(SCREEN, { lines: ' \n ' })).status).toBe(422);
    expect(await names()).toEqual(['Jörg|Müller']);
  });

  it.each([
    ['tabs', '\t'],
    ['quotation marks', '"'],
    ['letters of three bytes', '€'],
  ])(
    'all that the field takes, full of %s, comes through the preview and is entered (D2)',
    async (_what, filling) => {
      const { editor, names } = await setting();
      const rows = Array.from({ length: 500 }, (_, at) => `Anna${at}\tLindner\t`);
      const each = Math.floor((60_000 - rows.join('\n').length) / rows.length);
      const text = rows.map((row) => row + filling.repeat(each)).join('\n');
      const lines = `${text}${'\n'.repeat(60_000 - text.length)}`;
      expect(lines).toHaveLength(60_000);
      const posted = lines.replaceAll('\n', '\r\n');
      const preview = await editor.submit(SCREEN, { lines: posted });
      expect(preview.page).toContain('500 Mitglieder eintragen');
      const fields = entered(preview.text);
      expect(fields.lines === posted).toBe(true);
      const { status, location } = await editor.submit(`${SCREEN}/creation`, fields);
      expect([status, location]).toEqual([303, '/app/members']);
      expect(await names()).toHaveLength(501);
    },
  );

  it('a table that is refused for a single row too many comes back whole, without scripts (D2)', async () => {
    const { editor } = await setting();
    const row = `Anna\tLindner${'\t12345678'.repeat(11)}`;
    const lines = Array.from({ length: 501 }, () => row).join('\n');
    expect(lines.length).toBeGreaterThan(55_000);
    const refused = await editor.submit(SCREEN, { lines });
    expect(refused.page).toContain('Höchstens 500 Zeilen auf einmal.');
    expect(refused.text.includes(`>${lines}</textarea>`)).toBe(true);
    const long = await editor.submit(SCREEN, { lines: lines.padEnd(60_001, 'x') });
    expect([long.status, long.page.includes('Höchstens 60000 Zeichen.')]).toEqual([422, true]);
  });

  it('what needs a look comes first: faults, then doubts, then all others (D2)', async () => {
    const { editor } = await setting();
    const lines = 'Anna Lindner\nJörg Müller\nMax Groß\nnur\nAnna Lindner';
    const preview = await editor.submit(SCREEN, { lines });
    expect(previewed(preview.text)).toEqual([
      'Zeile 4: nur – Bitte Vorname und Nachname angeben.',
      'Jörg Müller Diesen Namen gibt es schon.',
      'Anna Lindner Diesen Namen gibt es schon.',
      '[x] Anna Lindner',
      '[x] Max Groß',
    ]);
  });

  it.each([
    ['Anna Lindner\nGroß, Max\n3. Eva Groß', false],
    ['Anna Lindner\nMax\tGroß\tmax@verein.example', true],
    ['Max Groß;max@verein.example', true],
    ['Vorname;Nachname;Ort\nMax;Groß;Grünau', true],
  ])(
    'the preview of %j says whether anything but names is left out: %s (D2)',
    async (lines, isSaid) => {
      const { editor } = await setting();
      const { page } = await editor.submit(SCREEN, { lines });
      expect(page.includes('Was sonst in den Zeilen steht, bleibt weg.')).toBe(isSaid);
    },
  );

  it('father and son of one name are two people if another column tells them apart (D2)', async () => {
    const { editor, names } = await setting();
    const lines = [
      'Kennung;Vorname;Nachname;Geburtstag;Ort',
      '1001;Klaus;Peters;1950-03-12;Grünau',
      '1002;Eva;Peters;1952-01-01;Grünau',
      '1003;Klaus;Peters;1980-07-01;grünau',
      '1001;Klaus;Peters;1950-03-12;Grünau',
      ';Klaus;Peters;;GRÜNAU',
    ].join('\n');
    const preview = await editor.submit(SCREEN, { lines });
    expect(previewed(preview.text)).toEqual([
      '[x] Klaus Peters Heißt wie das Mitglied in Zeile 2, hat aber andere Angaben.',
      'Klaus Peters Diesen Namen gibt es schon.',
      'Klaus Peters Diesen Namen gibt es schon.',
      '[x] Klaus Peters',
      '[x] Eva Peters',
    ]);
    expect(preview.page).toContain('3 Mitglieder eintragen');
    expect((await editor.submit(`${SCREEN}/creation`, entered(preview.text))).status).toBe(303);
    expect((await names()).sort()).toEqual([
      'Eva|Peters',
      'Jörg|Müller',
      'Klaus|Peters',
      'Klaus|Peters',
    ]);
  });
});
