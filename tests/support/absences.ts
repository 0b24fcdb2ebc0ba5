import type { TestApp } from './app';

/** The summer of the tests. */
export const AUGUST = { from: '2031-08-01', until: '2031-08-14' };

/** A club with two members who are users, and one who may edit events. */
export async function absenceSetting(app: TestApp) {
  const organization = await app.make.organization({ name: 'TSV Grünau' });
  const user = await app.make.userOf(organization);
  const other = await app.make.userOf(organization);
  const leader = await app.make.userOf(organization, ['EDIT_EVENTS']);
  const person = await app.as(user, organization);
  const body = (days: object = AUGUST) => ({ organization: organization.uuid, ...days });
  return {
    organization,
    user,
    other,
    leader,
    person,
    another: await app.as(other, organization),
    editor: await app.as(leader, organization),
    body,
    away: (days?: object) => person.call('POST', '/absence', body(days)),
    list: async () => (await person.call('GET', `/absence?organization=${organization.uuid}`)).json,
    limited: (name: string, date = '2031-08-05', more = {}) =>
      app.make.event(organization, { name, date, max: 5 }, more),
    open: (name: string, date = '2031-08-05', more = {}) =>
      app.make.event(organization, { name, date }, more),
  };
}

export const asking = { asks_answer: true };
