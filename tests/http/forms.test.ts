import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';

const app = testApp();

async function founded(name: string): Promise<number> {
  const rows = await app.db.selectFrom('organizations').select('uuid').where('name', '=', name).execute();
  return rows.length;
}

describe('a form that arrives twice', () => {
  it('acts once and is answered the same, one after the other and at once', async () => {
    const person = await app.as(await app.make.user());
    const form = { name: 'Doppelter Verein', __key: 'rendering.found-organization' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => person.submit('/app/organizations/new', form)));
    answers.push(await person.submit('/app/organizations/new', form));
    expect(answers.map(({ status, location }) => `${status} ${location}`)).toEqual(
      Array(5).fill('303 /app/'),
    );
    expect(await founded('Doppelter Verein')).toBe(1);
  });

  it('acts again for another person, another rendering or other content', async () => {
    const one = await app.as(await app.make.user());
    const other = await app.as(await app.make.user());
    const form = { name: 'Gleicher Name', __key: 'a.found-organization' };
    await one.submit('/app/organizations/new', form);
    await other.submit('/app/organizations/new', form);
    await one.submit('/app/organizations/new', { ...form, __key: 'b.found-organization' });
    expect(await founded('Gleicher Name')).toBe(3);
    await one.submit('/app/organizations/new', { ...form, name: 'Geänderter Name' });
    expect(await founded('Geänderter Name')).toBe(1);
  });

  it('is tried again after a refusal', async () => {
    const person = await app.as(await app.make.user());
    const form = { name: '', __key: 'c.found-organization' };
    expect((await person.submit('/app/organizations/new', form)).status).toBe(422);
    expect((await person.submit('/app/organizations/new', { ...form, name: 'Nun doch' })).status).toBe(303);
  });

  it('carries a key that every rendering has anew', async () => {
    const person = await app.as(await app.make.user());
    const keyOf = async () => {
      const { text } = await person.get('/app/organizations/new');
      return /name="__key" value="([^"]+)"/.exec(text)?.[1];
    };
    const [first, second] = [await keyOf(), await keyOf()];
    expect(first).toMatch(/^\w{16}\.found-organization$/);
    expect(second).not.toBe(first);
  });
});
