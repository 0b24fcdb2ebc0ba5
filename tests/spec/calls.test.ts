import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { provedAgo } from '../support/confirmation';
import { requests } from '../support/requests';
import { mightyScene } from '../support/roles';

/**
 * Sections 3 and 7 of the specification: every call at its method and path, with and without the
 * slash, answered to a session of an hour with the fields that section 3 names. What they accept and
 * refuse, tests/http/openapi.test.ts and those of the features say.
 */
const EVENT = [
  'uuid',
  'organization',
  'name',
  'date',
  'eventType',
  'event_type',
  'maxParticipants',
  'max_participants',
  'registeredParticipants',
  'registered_participants',
];
const POLL = ['pollUuid', 'name', 'description', 'closed', 'options', 'answers'];
const MEMBER = [
  'uuid',
  'organization',
  'firstName',
  'lastName',
  'customMemberIdentifier',
  'description',
];
const ORGANIZATION = ['uuid', 'name', 'motd'];
const USER = ['uuid', 'firstName', 'lastName', 'email', 'activated'];
const CONNECTED_USER = ['uuid', 'firstName', 'lastName', 'email'];
const LINK = ['memberUuid', 'userUuid', 'firstName', 'lastName', 'email', 'invited', 'accepted'];

/** The fields of the answer, or of the first of a list; null if the specification names none. */
const CALLS: Readonly<Record<string, readonly string[] | null>> = {
  // Events
  'PUT /api/event/poll/{poll}/{option}': null,
  'DELETE /api/event/poll/{poll}/{option}': null,
  'DELETE /api/event/poll/{poll}/{option}/{answer}': null,
  'PUT /api/event/poll/{poll}/state/close': null,
  'PUT /api/event/poll/{poll}/state/open': null,
  'POST /api/event/': EVENT,
  'PUT /api/event/': EVENT,
  'GET /api/event/': EVENT,
  'GET /api/event/{uuid}': EVENT,
  'DELETE /api/event/{uuid}': null,
  'GET /api/event/{uuid}/participation': ['memberUuid', 'participated'],
  'PUT /api/event/{uuid}/participation': null,
  'GET /api/event/{uuid}/registered-members': ['members'],
  'GET /api/event/registered-events': [],
  'PUT /api/event/register-user': null,
  'PUT /api/event/unregister-user': null,
  'POST /api/event/poll/': POLL,
  'GET /api/event/poll/': POLL,
  'GET /api/event/poll/{poll}': POLL,
  'DELETE /api/event/poll/{poll}': null,
  // Login
  'POST /api/login/mobile': ['sessionId', 'userUuid', 'validUntil'],
  'DELETE /api/login/mobile': null,
  'POST /api/login/browser': null,
  'DELETE /api/login/browser': null,
  'POST /api/login/password/reset': null,
  'POST /api/login/password/update': null,
  // Members
  'POST /api/member/': MEMBER,
  'GET /api/member/': MEMBER,
  'GET /api/member/{uuid}': [...MEMBER, 'participatedEvents'],
  'DELETE /api/member/{uuid}': null,
  'PUT /api/member/': MEMBER,
  // Organisations
  'POST /api/organization/invitation/accept/{code}': null,
  'POST /api/organization/invitation/reject/{code}': null,
  'GET /api/organization/invitation/info/{code}': ['organizationUuid', 'organizationName'],
  'POST /api/organization/invitation/{member}': ['code'],
  'DELETE /api/organization/invitation/{member}': null,
  'PUT /api/organization/{organization_uuid}/users/{user_uuid}': null,
  'DELETE /api/organization/{organization_uuid}/users/{user_uuid}': null,
  'GET /api/organization/{uuid}/users': CONNECTED_USER,
  'POST /api/organization/': ORGANIZATION,
  'PUT /api/organization/': ORGANIZATION,
  'GET /api/organization/': ORGANIZATION,
  'GET /api/organization/{uuid}': ORGANIZATION,
  'DELETE /api/organization/{uuid}': null,
  'GET /api/organization/{uuid}/connected-users': CONNECTED_USER,
  'GET /api/organization/{uuid}/connected-users/{user}': CONNECTED_USER,
  'DELETE /api/organization/{uuid}/connected-users/{user}': null,
  'GET /api/organization/{uuid}/connected-users/{user}/permissions': [
    'user',
    'organization',
    'permission',
  ],
  'GET /api/organization/{uuid}/connected-users/{user}/mapped-member': [
    'member',
    'firstName',
    'lastName',
  ],
  'GET /api/organization/{uuid}/connected-users/member-mapping': ['userUuid', 'memberUuid'],
  'GET /api/organization/{uuid}/connected-members/{member}': LINK,
  'GET /api/organization/{uuid}/user-info': ['mappedMemberUuid'],
  'PUT /api/organization/{uuid}/motd': ORGANIZATION,
  // Permissions
  'PUT /api/permission/': ['user', 'organization', 'permission'],
  'DELETE /api/permission/': null,
  'GET /api/permission/{user}/{organization}': ['user', 'organization', 'permission'],
  // Registration
  'POST /api/registration/': ['success'],
  'POST /api/registration/verify/{code}': null,
  // Users
  'GET /api/user/self/admin': [],
  'GET /api/user/self/info': ['loggedIn', 'uuid'],
  'GET /api/user/': USER,
  'GET /api/user/{uuid}': USER,
  'PUT /api/user/{uuid}': USER,
};

/** As tests/support/requests.ts names a call, whatever its parameters are called. */
const shapeOf = (call: string) =>
  call
    .replace(' /api', ' ')
    .replace(/\/$/, '')
    .replace(/\{\w+\}|:\w+/g, ':');

function sampleOf(call: string) {
  const known = Object.keys(requests).filter((each) => shapeOf(each) === shapeOf(call));
  // Names win over parameters: {user}/permissions is not connected-users/{user}.
  const [name = '', ...others] = known;
  if (!requests[name] || others.length > 0) throw new Error(`${known.length} samples: ${call}`);
  return { name, recipe: requests[name] };
}

const app = testApp();

describe('the calls of the specification', () => {
  it('section 7 has 63 calls', () => {
    expect(Object.keys(CALLS)).toHaveLength(63);
  });

  it.each(Object.entries(CALLS))('%s', async (call, fields) => {
    const { name, recipe } = sampleOf(call);
    const scene = await mightyScene(app);
    await provedAgo(app, scene.actor, 60);
    const { params = {}, query = {}, body } = await recipe(scene);
    const [method = ''] = call.split(' ');
    const [, template = ''] = name.split(' ');
    const path = template.replace(/:(\w+)/g, (_all, key: string) => params[key] ?? '');

    for (const slash of ['', '/']) {
      const { headers } = await scene.visitor.send(`/api${path}${slash}`, { method: 'OPTIONS' });
      expect(headers.get('Allow')?.split(/, ?/), `${path}${slash}`).toContain(method);
    }
    const asked = new URLSearchParams(query).size > 0 ? `?${new URLSearchParams(query)}` : '';
    const slash = call.endsWith('/') ? '/' : '';
    const answer = await scene.visitor.call(method, `${path}${slash}${asked}`, body);
    expect([200, 204], answer.text).toContain(answer.status);
    if (!fields) return;
    const first = Array.isArray(answer.json) ? answer.json[0] : answer.json;
    expect(Object.keys(Object(first))).toEqual(expect.arrayContaining([...fields]));
  });
});

describe('what section 3 says is in others', () => {
  it('a poll has options of optionUuid, name and index, and answers of memberUuid, optionUuid and created', async () => {
    const { organization, admin } = await app.make.club();
    const poll = await app.make.poll(await app.make.event(organization));
    await app.make.answer(poll, { uuid: admin.member });
    const browser = await app.as(admin, organization);
    const { json } = await browser.call('GET', `/event/poll/${poll.uuid}`);
    expect(Object.keys(json.options[0])).toEqual(
      expect.arrayContaining(['optionUuid', 'name', 'index']),
    );
    expect(Object.keys(json.answers[0])).toEqual(
      expect.arrayContaining(['memberUuid', 'optionUuid', 'created']),
    );
  });

  it('permissions are ORGANIZATION_ADMIN, EDIT_EVENTS and EDIT_MEMBERS, as a list', async () => {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    const path = `/permission/${admin.uuid}/${organization.uuid}`;
    const { json } = await browser.call('GET', path);
    const permissions = ['EDIT_EVENTS', 'EDIT_MEMBERS', 'ORGANIZATION_ADMIN'];
    expect(json).toHaveLength(permissions.length);
    expect(json).toEqual(
      expect.arrayContaining(
        permissions.map((permission) => ({
          user: admin.uuid,
          organization: organization.uuid,
          permission,
        })),
      ),
    );
  });

  it('a registration at fault says so by success and errorCode', async () => {
    const body = { email: 'nein', firstname: 'Jo', lastname: 'Ma', password: 'x' };
    const { status, json } = await app.visitor().call('POST', '/registration/', body);
    expect([status, json]).toEqual([200, { success: false, errorCode: expect.any(String) }]);
  });
});
