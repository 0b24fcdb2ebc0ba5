import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '~/api';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { everyScreen } from '../support/every-screen';
import { type Club, makeClub } from '../support/every-screen-club';
import { givenUpIn } from '../support/given-up';

/** One word for each thing (Y2): what people read, without the words that were given up (docs/style.md). */
const app = testApp();
let club: Club;

beforeAll(async () => {
  club = await makeClub(app);
});

describe('the words that people read', () => {
  it('every screen says each thing in one word (Y2)', async () => {
    const faults: string[] = [];
    for (const { path, open } of everyScreen(club)) {
      const headers: HeadersInit = open ? {} : { Cookie: `session=${club.token}` };
      const html = await (await fetch(app.origin + path, { headers })).text();
      const text = html
        .replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
        .replace(/<(?!input|button|a|nav|table)[^>]+>/g, ' ');
      faults.push(...givenUpIn(text).map((found) => `${path}: ${found}`));
    }
    expect(faults).toEqual([]);
  }, 120_000);

  it("the API's document does (Y2)", async () => {
    expect(givenUpIn(await (await fetch(`${app.origin}/api/openapi.json`)).text())).toEqual([]);
  });

  it('notifications do (Y2)', () => {
    const fixed = Object.values(messages).flatMap((each) =>
      typeof each === 'function' ? [] : [JSON.stringify(each)],
    );
    expect(fixed.length).toBeGreaterThan(40);
    const own = fixed.map((text) => text.replace('"title":"Organisation"', ''));
    expect(own.flatMap(givenUpIn)).toEqual([]);
  });

  it('what schemas say of wrong input does (Y2)', () => {
    const wrong = ['', ' ', '-', '?\u0000', '9'.repeat(20_000), -1, 1e15, true, [], [''], [{}], {}];
    const inputs = Object.values(api).flatMap((each) =>
      wrong.map((value) => [each.operation.input, value] as const),
    );
    const said = inputs.flatMap(([input, value]) => {
      const filled = Object.fromEntries(Object.keys(input.shape).map((name) => [name, value]));
      return input.safeParse(filled).error?.issues.map(({ message }) => message) ?? [];
    });
    const texts = [...new Set(said)];
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.flatMap(givenUpIn)).toEqual([]);
  });

  it('the check finds what was given up, and lets the specification be', () => {
    expect(givenUpIn('Die Veranstaltung ist abgesagt.')).toHaveLength(1);
    expect(givenUpIn('Fehler beim anlegen der Pause.')).toHaveLength(1);
    expect(givenUpIn('Wiederholung geändert')).toHaveLength(1);
    expect(givenUpIn('Fehler beim speichern der Veranstaltung.')).toEqual([]);
  });
});
