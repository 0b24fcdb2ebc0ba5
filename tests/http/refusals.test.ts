import { describe, expect, it } from 'vitest';
import { api } from '~/api';
import { testApp } from '../support/app';
import { lasting } from '../support/lasting-scenes';
import { callOf, methodOf, pathOf, requests } from '../support/requests';
import { scene } from '../support/roles';
import { addressOf, visits } from '../support/screens';

/** Every call's and form's refusals: the message and the field that it names. */
const app = testApp();

/** Words that the schema library or JavaScript would leak, in either language. */
const RAW =
  /erwartet|erhalten|invalid|expected|received|string|undefined|NaN|\bnull\b(?! oder)|required|pattern|regex|muster|zod|ungültige eingabe/i;
const WRONG: unknown[] = [null, '', 'x'.repeat(20_000)];
const ALSO_WRONG: unknown[] = [
  ...[5, true, [], ['x'], {}, { a: { b: [] } }],
  ...['\u200b', '0x10', 1e300, -1, 1.5],
];
const WRONG_BODIES: unknown[] = [null, [], 'x', [null]];
const WRONG_TEXTS = [''];
const ALSO_WRONG_TEXTS = ['\u200b', '0x10', 'x'.repeat(20_000), '-1'];

const lastingScene = lasting(() => scene(app, 'systemAdministrator'));

const turns = new Map<readonly unknown[], number>();
/** So many of a list, and the next ones at the next field, call or form. */
const some = <Item>(count: number, items: readonly Item[]): Item[] =>
  Array.from({ length: count }, () => {
    const turn = turns.get(items) ?? 0;
    turns.set(items, turn + 1);
    return items[turn % items.length] as Item;
  });

/**
 * Each field with each of the `values`, and with one of the `byTurns`; and all fields at once with
 * two of these.
 */
function wrongly<Value>(
  fields: readonly string[],
  values: readonly Value[],
  byTurns: readonly Value[],
): Record<string, Value>[] {
  const alone = fields.flatMap((field) =>
    [...values, ...some(1, byTurns)].map((value) => ({ [field]: value })),
  );
  const together = some(2, byTurns).map((value) =>
    Object.fromEntries(fields.map((field) => [field, value])),
  );
  return [...alone, ...together];
}

/** A field message must be a German sentence, or empty if the field is only marked (A2). */
function expectGerman(errors: Record<string, readonly string[]> | undefined, where: string) {
  for (const text of Object.values(errors ?? {}).flat()) {
    expect(text.replace('Erwartet wird', ''), where).not.toMatch(RAW);
    if (text !== '') expect(text, where).toMatch(/^[A-ZÄÖÜ].*/);
  }
}

describe('calls', () => {
  const writes = Object.keys(requests).filter(
    (request) => methodOf(callOf(request)) !== 'GET' && api[callOf(request)]?.accepts !== null,
  );

  it.each(writes)(
    'the call %s says in German what is wrong with a field, by its name on the wire (G2, G4)',
    async (request) => {
      const here = await lastingScene();
      const sample = (await requests[request]?.(here)) ?? {};
      const call = callOf(request);
      const send = (body: unknown) => here.visitor.call(methodOf(call), pathOf(call, sample), body);
      const fields =
        typeof sample.body === 'object' && sample.body !== null && !Array.isArray(sample.body)
          ? Object.keys(sample.body)
          : [];
      const known = new Set(['', ...fields]);
      for (const body of [undefined, {}, ...some(1, WRONG_BODIES)]) {
        const { status, json } = await send(body);
        if (status !== 422) continue;
        expectGerman(json.errors, `${request} ${JSON.stringify(body)}`);
      }
      for (const wrong of wrongly(fields, WRONG, ALSO_WRONG)) {
        const { status, json } = await send({ ...(sample.body as object), ...wrong });
        if (status !== 422) continue;
        const where = `${request} ${JSON.stringify(wrong).slice(0, 200)}`;
        expectGerman(json.errors, where);
        for (const name of Object.keys(json.errors ?? {}))
          expect([...known], where).toContain(name.split('.')[0]);
      }
    },
  );
});

describe('forms', () => {
  it.each(Object.keys(visits).filter((screen) => screen.startsWith('POST')))(
    'the form %s says in German what is wrong with a field',
    async (screen) => {
      const here = await lastingScene();
      const { params = {}, fields = {} } = (await visits[screen]?.(here)) ?? {};
      const path = addressOf(screen, params);
      for (const wrong of wrongly(Object.keys(fields), WRONG_TEXTS, ALSO_WRONG_TEXTS)) {
        const { status, text, page } = await here.visitor.submit(path, { ...fields, ...wrong });
        if (status !== 422) continue;
        const messages = [
          ...text.matchAll(/class="field-error\b[^>]*>.*?<span[^>]*>(.*?)<\/span>/gs),
        ].map(([, each]) => each ?? '');
        const where = `${screen} ${JSON.stringify(wrong).slice(0, 200)}`;
        expectGerman({ [screen]: messages }, where);
        expect(page, where).not.toMatch(/erwartet string|Invalid input|Ungültige Eingabe/i);
      }
    },
  );
});

describe('field names in errors', () => {
  async function setting() {
    const { organization, admin } = await app.make.club();
    const visitor = await app.as(admin, organization);
    return {
      organization,
      visitor,
      event: await app.make.event(organization),
      member: await app.make.member(organization),
    };
  }
  const fieldsOf = ({ json }: { json: { errors?: object } }) =>
    Object.keys(json.errors ?? {}).sort();

  it('errors name an event, a member and an organisation by uuid, and no permission state (G4)', async () => {
    const { visitor } = await setting();
    const event = { name: 'A', date: '2031-01-01', eventType: 'OPEN_EVENT' };
    expect(fieldsOf(await visitor.call('PUT', '/event', event))).toEqual(['uuid']);
    expect(fieldsOf(await visitor.call('PUT', '/event'))).toContain('uuid');
    expect(
      fieldsOf(await visitor.call('PUT', '/member', { firstName: 'A', lastName: 'B' })),
    ).toEqual(['uuid']);
    expect(fieldsOf(await visitor.call('PUT', '/organization', { name: 'A' }))).toEqual(['uuid']);
    for (const body of [undefined, {}]) {
      expect(fieldsOf(await visitor.call('DELETE', '/permission', body))).toEqual([
        'organization',
        'permission',
        'user',
      ]);
      expect(fieldsOf(await visitor.call('PUT', '/permission', body))).toEqual([
        'organization',
        'permission',
        'user',
      ]);
    }
  });

  it('errors name fields in the spelling of the request (G2)', async () => {
    const { visitor, event, organization } = await setting();
    const body = { uuid: event.uuid, name: 'A', date: '2031-01-01' };
    expect(fieldsOf(await visitor.call('PUT', '/event', { ...body, event_type: 'X' }))).toEqual([
      'event_type',
    ]);
    expect(fieldsOf(await visitor.call('PUT', '/event', { ...body, eventType: 'X' }))).toEqual([
      'eventType',
    ]);
    expect(
      fieldsOf(
        await visitor.call('PUT', '/event', { ...body, eventType: 'OPEN_EVENT', event_type: 'X' }),
      ),
    ).toEqual(['event_type']);
    const moved = {
      ...body,
      eventType: 'OPEN_EVENT',
      organization: (await app.make.organization()).uuid,
    };
    expect(fieldsOf(await visitor.call('PUT', '/event', moved))).toEqual(['organization']);
    const created = {
      organization: organization.uuid,
      name: 'A',
      date: '2031-01-01',
      event_type: 'LIMITED_EVENT',
      max_participants: -1,
    };
    expect(fieldsOf(await visitor.call('POST', '/event', created))).toEqual(['max_participants']);
    expect(fieldsOf(await visitor.call('DELETE', '/login/mobile', { sessionId: 5 }))).toEqual([
      'sessionId',
    ]);
  });

  it('errors name no internal field that a body cannot have', async () => {
    const { visitor, event, member, organization } = await setting();
    const whole = { uuid: event.uuid, name: 'A', date: '2031-01-01', eventType: 'OPEN_EVENT' };
    for (const name of ['event', 'belongsTo', 'otherSpelling']) {
      expect(
        fieldsOf(await visitor.call('PUT', '/event', { ...whole, [name]: event.uuid })),
      ).toEqual([name]);
    }
    expect(
      fieldsOf(
        await visitor.call('PUT', '/member', {
          member: member.uuid,
          firstName: 'A',
          lastName: 'B',
        }),
      ),
    ).toEqual(['member']);
    expect(
      fieldsOf(
        await visitor.call('PUT', '/organization', { organization: organization.uuid, name: 'A' }),
      ),
    ).toEqual(['organization']);
  });

  it('null counts as an empty optional text in every call', async () => {
    const { visitor, organization, event, member } = await setting();
    const { uuid } = organization;
    expect(
      (await visitor.call('PUT', `/organization/${uuid}/motd`, { motd: null })).json.motd,
    ).toBe('');
    expect(
      (await visitor.call('PUT', '/organization', { uuid, name: 'A', motd: null })).json.motd,
    ).toBe('');
    const poll = { event: event.uuid, name: 'A', description: null, options: ['x'] };
    expect((await visitor.call('POST', '/event/poll', poll)).json.description).toBe('');
    const person = {
      uuid: member.uuid,
      firstName: 'A',
      lastName: 'B',
      description: null,
      customMemberIdentifier: null,
    };
    expect((await visitor.call('PUT', '/member', person)).json).toMatchObject({
      description: '',
      customMemberIdentifier: '',
    });
  });

  it('two spellings of a field are refused if they differ, and accepted if they agree (G2, G5)', async () => {
    const person = {
      email: `${crypto.randomUUID()}@verein.example`,
      password: 'x',
      firstname: 'Jo',
      lastname: 'Ma',
    };
    const send = (body: object) => app.visitor().call('POST', '/registration', body);
    expect((await send({ ...person, firstName: 'Jim' })).json).toEqual({
      success: false,
      errorCode: 'INVALID_FIRST_NAME',
    });
    expect((await send({ ...person, lastName: '' })).json).toEqual({
      success: false,
      errorCode: 'INVALID_LAST_NAME',
    });
    expect((await send({ ...person, firstName: 'Jo', lastName: 'Ma' })).json).toEqual({
      success: true,
    });
  });

  it('whole numbers in a URL are digits only (G7)', async () => {
    const { visitor, organization } = await setting();
    const list = (limit: string) =>
      visitor.call('GET', `/member?organization=${organization.uuid}&limit=${limit}`);
    for (const limit of ['0x10', '1e2', '%205', '5.0', '1.000', '', '+5', '１']) {
      const { status, json } = await list(limit);
      expect([status, json.errors], limit).toEqual([422, { limit: ['Bitte eine ganze Zahl.'] }]);
    }
    expect((await list('5')).status).toBe(200);
  });
});
