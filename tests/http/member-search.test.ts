import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser, TestResponse } from '../support/browser';
import { clubOf, namesOn } from '../support/members';

const app = testApp();

describe('searching', () => {
  let browser: Browser;
  let organization: { uuid: string };

  beforeAll(async () => {
    ({ browser, organization } = await clubOf(
      app,
      ['Jörg', 'Müller'],
      ['Anna', 'Mueller'],
      ['Ida', 'Muller'],
      ['Karl-Heinz', 'Groß'],
      ['Zoë', "O'Neill"],
      ['Manuela', 'Kränzel-Öz'],
      ['Prozent', '100%ig_\\Name'],
      ['Su\u0308reyya', 'Łukasz'],
      ['Işıl', 'Yılmaz'],
      ['İpek', 'Yilmaz'],
      ['Sean', 'O’Brien'],
      ['Siobhan', 'OBrien'],
      ['…', '🎉'],
      ['?', '-'],
    ));
    const numbered = { organization: organization.uuid, firstName: 'Nora', lastName: 'Nummer' };
    await browser.call('POST', '/member', { ...numbered, customMemberIdentifier: 'TSV-2041/b' });
  });

  const found = async (q: string) =>
    namesOn(await browser.get(`/app/members?q=${encodeURIComponent(q)}`));

  it.each([
    ['Jörg Müller', ['Jörg Müller']],
    ['müller, jö', ['Jörg Müller']],
    ['  MÜLLER  ', ['Anna Mueller', 'Ida Muller', 'Jörg Müller']],
    ['mueller', ['Anna Mueller', 'Jörg Müller']],
    ['muller', ['Ida Muller', 'Jörg Müller']],
    ['üller', ['Anna Mueller', 'Ida Muller', 'Jörg Müller']],
    ['gross', ['Karl-Heinz Groß']],
    ['GROSS karl-heinz', ['Karl-Heinz Groß']],
    ['heinz', ['Karl-Heinz Groß']],
    ['he', ['Karl-Heinz Groß']],
    ['zoe', ['Zoë O&#x27;Neill']],
    ["o'neill", ['Zoë O&#x27;Neill']],
    ['oneill', ['Zoë O&#x27;Neill']],
    ['yilmaz', ['Işıl Yılmaz', 'İpek Yilmaz']],
    ['YILMAZ', ['Işıl Yılmaz', 'İpek Yilmaz']],
    ['yılmaz', ['Işıl Yılmaz', 'İpek Yilmaz']],
    ['YİLMAZ', ['Işıl Yılmaz', 'İpek Yilmaz']],
    ['isil', ['Işıl Yılmaz']],
    ['ipek', ['İpek Yilmaz']],
    ['OBrien', ['Sean O’Brien', 'Siobhan OBrien']],
    ["O'Brien", ['Sean O’Brien', 'Siobhan OBrien']],
    ['O’Brien', ['Sean O’Brien', 'Siobhan OBrien']],
    ['Oʼbrien', ['Sean O’Brien', 'Siobhan OBrien']],
    ['O`Brien', ['Sean O’Brien', 'Siobhan OBrien']],
    ['O´Brien', ['Sean O’Brien', 'Siobhan OBrien']],
    ['o brien', ['Sean O’Brien', 'Siobhan OBrien']],
    ["brien o'", ['Sean O’Brien', 'Siobhan OBrien']],
    ['ʼ', []],
    ['ela', ['Manuela Kränzel-Öz']],
    ['oez', ['Manuela Kränzel-Öz']],
    ['öz', ['Manuela Kränzel-Öz']],
    ['m', ['Manuela Kränzel-Öz', 'Anna Mueller', 'Ida Muller', 'Jörg Müller']],
    ['sürey', ['Su\u0308reyya Łukasz']],
    ['lukasz', ['Su\u0308reyya Łukasz']],
    ['100%', ['Prozent 100%ig_\\Name']],
    ['a%a', []],
    ['%', ['Prozent 100%ig_\\Name']],
    ['_____', []],
    ['\\', ['Prozent 100%ig_\\Name']],
    ['🎉', ['… 🎉']],
    ['🎉, …', ['… 🎉']],
    [',', []],
    ['? -', ['? -']],
    ['ida - 🎉', ['Ida Muller']],
    ['tsv-2041', ['Nora Nummer']],
    ['2041/B nora', ['Nora Nummer']],
    ['204', ['Nora Nummer']],
    ['nora tsv', ['Nora Nummer']],
    ['xyz', []],
    ['rg', []],
  ])('searching members for %s finds %j (D1)', async (q, names) => {
    expect((await found(q)).toSorted()).toEqual(names.toSorted());
  });

  it('searching members survives whatever is typed (D1)', async () => {
    for (const q of ['a'.repeat(5000), '\u0000', "'; drop table members --", 'a '.repeat(90)]) {
      expect((await browser.get(`/app/members?q=${encodeURIComponent(q)}`)).status).toBe(200);
    }
  });

  it('a search of ten thousand characters is not repeated in the addresses of every row (D1)', async () => {
    const people = Array.from({ length: 30 }, (_, at): [string, string] => ['Anna', `Anker ${at}`]);
    const { browser } = await clubOf(app, ...people);
    const [short, long] = await Promise.all(
      ['anna', 'anna '.repeat(2000)].map((q) =>
        browser.get(`/app/members?${new URLSearchParams({ q })}`),
      ),
    );
    expect(namesOn(long as TestResponse)).toHaveLength(30);
    expect(long?.text.length).toBeLessThan(2 * (short?.text.length ?? 0));
  });

  it('searching members works the same in the API, and an empty search finds everyone (D1)', async () => {
    const called = async (q: string): Promise<string[]> => {
      const path = `/member?organization=${organization.uuid}&q=${encodeURIComponent(q)}`;
      const rows: { firstName: string }[] = (await browser.call('GET', path)).json;
      return rows.map(({ firstName }) => firstName).toSorted();
    };
    expect(await called('müller')).toEqual(['Anna', 'Ida', 'Jörg']);
    expect(await found('')).toHaveLength(15);
    expect(await found('   ')).toHaveLength(15);
  });
});
