import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { IN_WORDS, NO_RECORD, OTHER_RECORD, RECORD } from '../support/member-record';
import { memberSetting } from '../support/members';
import { changeRows } from '../support/rows';

const app = testApp();
const names = Object.keys(RECORD) as (keyof typeof RECORD)[];
const NAME = { firstName: 'Jörg', lastName: 'Müller' };

describe('the record of a member', () => {
  it('a call creates and reads each field, and left out it is empty (O1, O12)', async () => {
    const { organization, withOnly } = await memberSetting(app);
    const editor = await withOnly('EDIT_MEMBERS');
    const here = { organization: organization.uuid, ...NAME };
    const created = await editor.call('POST', '/member', { ...here, ...RECORD });
    expect(created.json).toMatchObject({ ...RECORD, leftOn: null });
    const read = await editor.call('GET', `/member/${created.json.uuid}`);
    expect(read.json).toMatchObject({ ...RECORD, leftOn: null });
    const bare = await editor.call('POST', '/member', here);
    expect(bare.json).toMatchObject(NO_RECORD);
    const listed = await editor.call('GET', `/member?organization=${organization.uuid}`);
    const inList = listed.json.find(({ uuid }: { uuid: string }) => uuid === created.json.uuid);
    expect(inList).toMatchObject(RECORD);
  });

  it('a call changes each field by itself, leaves it out unchanged, and null empties it (O1, X1)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const editor = await withOnly('EDIT_MEMBERS');
    const put = async (fields: object) =>
      (await editor.call('PUT', '/member', { uuid: member.uuid, ...NAME, ...fields })).json;
    expect(await put(RECORD)).toMatchObject(RECORD);
    // All that the specification names, and nothing else.
    expect(await put({ customMemberIdentifier: '7', description: '' })).toMatchObject(RECORD);
    for (const name of names) {
      expect(await put({ [name]: OTHER_RECORD[name] })).toMatchObject({
        ...RECORD,
        [name]: OTHER_RECORD[name],
      });
      expect(await put({ [name]: null })).toMatchObject({ ...RECORD, [name]: NO_RECORD[name] });
      expect(await put({ [name]: RECORD[name] })).toMatchObject(RECORD);
    }
  });

  it('what a GET returned is taken back, with the day of leaving that is not changed so (O1, O12)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const editor = await withOnly('EDIT_MEMBERS');
    await changeRows(app.db, 'members', member.uuid, { left_on: '2026-12-31' });
    const { json } = await editor.call('GET', `/member/${member.uuid}`);
    expect(json.leftOn).toBe('2026-12-31');
    const sent = await editor.call('PUT', '/member', { ...json, leftOn: null, ...RECORD });
    expect(sent.json).toEqual({ ...json, ...RECORD });
  });

  it('the form creates, shows, changes and empties each field (O1)', async () => {
    const { organization, member, withOnly } = await memberSetting(app);
    const editor = await withOnly('EDIT_MEMBERS');
    const path = `/app/members/${member.uuid}/edit`;
    expect((await editor.submit(path, { ...NAME, ...RECORD })).status).toBe(303);
    const filled = await editor.get(path);
    for (const [name, value] of Object.entries({ ...RECORD, birthday: IN_WORDS.birthday })) {
      if (name === 'gender')
        expect(filled.text).toMatch(/name="gender"[^>]*checked=""[^>]*value="m"/);
      else if (name === 'joinedOn') expect(filled.text).toContain(`value="${IN_WORDS.joinedOn}"`);
      else expect(filled.text).toContain(`name="${name}"`);
      if (!(name in IN_WORDS)) expect(filled.text).toContain(`value="${value}"`);
    }
    const sheet = await editor.get(`/app/members/${member.uuid}`);
    for (const name of names) expect(sheet.page).toContain(IN_WORDS[name] ?? RECORD[name]);
    await editor.submit(path, { ...NAME, gender: 'none' });
    expect((await editor.call('GET', `/member/${member.uuid}`)).json).toMatchObject(NO_RECORD);
    const typed = { ...RECORD, birthday: '29.2.1984', joinedOn: '1. Sept 2019' };
    await editor.submit('/app/members/new', { firstName: 'Neu', lastName: 'Neu', ...typed });
    const created = await editor.call('GET', `/member?organization=${organization.uuid}&q=Neu`);
    expect(created.json).toMatchObject([RECORD]);
  });

  it('wrong values are refused at their field, and what was typed stays (O1)', async () => {
    const { organization, member, withOnly } = await memberSetting(app);
    const editor = await withOnly('EDIT_MEMBERS');
    const wrong = {
      email: 'keine@adresse..de',
      phone: 'siehe oben',
      mobile: '1'.repeat(51),
      birthday: '1899-12-31',
      gender: 'x',
      joinedOn: '31.02.2020',
      city: 'x'.repeat(101),
    };
    const messages = {
      email: ['Ungültige E-Mail'],
      phone: ['Keine Telefonnummer.'],
      mobile: ['Höchstens 50 Zeichen.'],
      birthday: ['Kein gültiges Datum.'],
      gender: ['Bitte wählen.'],
      joinedOn: ['Kein gültiges Datum.'],
      city: ['Höchstens 100 Zeichen.'],
    };
    const body = { organization: organization.uuid, ...NAME, ...wrong };
    const call = await editor.call('POST', '/member', body);
    expect([call.status, call.json.errors]).toEqual([422, messages]);
    const form = await editor.submit(`/app/members/${member.uuid}/edit`, { ...NAME, ...wrong });
    expect(form.status).toBe(422);
    for (const [text = ''] of Object.values(messages)) expect(form.page).toContain(text);
    expect(form.text).toContain('value="siehe oben"');
    for (const email of ['a@b.de, c@d.de', 'a b@c.de', 'a@b.de\u0000', 7])
      expect((await editor.call('POST', '/member', { ...body, email })).json.errors.email).toEqual([
        'Ungültige E-Mail',
      ]);
  });

  it("a birthday is not after the club's own today (O1, X4)", async () => {
    const { organization, member, withOnly } = await memberSetting(app);
    const editor = await withOnly('EDIT_MEMBERS');
    const inZone = async (zone: string) => {
      await changeRows(app.db, 'organizations', organization.uuid, { time_zone: zone });
      return new Intl.DateTimeFormat('sv', { timeZone: zone }).format(new Date());
    };
    const put = (birthday: string) =>
      editor.call('PUT', '/member', { uuid: member.uuid, ...NAME, birthday });
    // Between the two there are 25 hours: their days are never the same.
    const [east, west] = [await inZone('Pacific/Kiritimati'), 'Pacific/Pago_Pago'];
    expect((await put(east)).json.birthday).toBe(east);
    expect(await inZone(west)).not.toBe(east);
    expect((await put(east)).json.errors).toEqual({ birthday: ['Liegt in der Zukunft.'] });
    const form = await editor.submit(`/app/members/${member.uuid}/edit`, {
      ...NAME,
      birthday: east,
    });
    expect([form.status, form.page]).toEqual([
      422,
      expect.stringContaining('Liegt in der Zukunft.'),
    ]);
  });

  it('an edit that lost a race says what each field has become, as people read it (O1, G5)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const editor = await withOnly('EDIT_MEMBERS');
    const path = `/app/members/${member.uuid}/edit`;
    await editor.submit(path, { ...NAME, ...RECORD, __version: '1' });
    const late = await editor.submit(path, { ...NAME, ...OTHER_RECORD, __version: '1' });
    expect(late.status).toBe(409);
    for (const name of names)
      expect(late.page).toContain(`Zurzeit gespeichert: ${IN_WORDS[name] ?? RECORD[name]}`);
    expect((await editor.submit(path, { ...NAME, ...RECORD, __version: '1' })).status).toBe(303);
  });
});
