import { randomUUID } from 'node:crypto';
import type { Permission } from '~/kernel/actor';
import { giveFactor } from './authenticator';
import { demandFactor } from './factor-rule';
import { PASSWORD } from './factories';
import type { Scene } from './roles';
import {
  answered,
  awaitedEvent,
  cancelledEvent,
  forItsGroup,
  invitation,
  mailedCode,
  optedOutSeries,
  otherUser,
  ownAbsence,
  ownEvent,
  ownMember,
  someEvent,
  someGroup,
  someImport,
  someMember,
  someMembership,
  someMessage,
  someoneWaiting,
  somePoll,
  someSeries,
} from './scene-objects';
import { makeBreak } from './series';

/** A valid request of a call, except for its method and path. */
export interface Sample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Recipe = (scene: Scene) => Promise<Sample> | Sample;

/**
 * A valid request for every call of app/api.ts, with fresh objects of the scene's organisation, so
 * that a success spoils nothing for the next. Variants of a call are named in parentheses.
 */
export const requests: Readonly<Record<string, Recipe>> = {
  'GET /openapi.json': () => ({}),

  'GET /absence': ({ organization }) => ({ query: { organization: organization.uuid } }),
  'POST /absence': ({ organization }) => ({
    body: { organization: organization.uuid, from: '2040-07-01', until: '2040-07-14' },
  }),
  'DELETE /absence/:absence': async (scene) => ({ params: { absence: await ownAbsence(scene) } }),

  'GET /group': ({ organization }) => ({ query: { organization: organization.uuid } }),
  'POST /group': ({ organization }) => ({
    body: { organization: organization.uuid, name: `Damen ${randomUUID()}`, color: 'green' },
  }),
  'PUT /group': async (scene) => ({
    body: { ...(await someGroup(scene)), name: `Herren ${randomUUID()}` },
  }),
  'GET /group/:group': async (scene) => ({ params: { group: (await someGroup(scene)).uuid } }),
  'DELETE /group/:group': async (scene) => ({ params: { group: (await someGroup(scene)).uuid } }),
  'GET /group/:group/members': async (scene) => ({
    params: { group: (await someGroup(scene)).uuid },
  }),
  'PUT /group/:group/member/:member': async (scene) => ({
    params: { group: (await someGroup(scene)).uuid, member: (await someMember(scene)).uuid },
    body: { leader: true },
  }),
  'DELETE /group/:group/member/:member': async (scene) => ({
    params: await someMembership(scene),
  }),

  'POST /login/mobile': ({ actor }) => ({ body: { email: actor.email, password: PASSWORD } }),
  'DELETE /login/mobile': async ({ app, admin }) => ({
    body: { session: await app.make.session(admin) },
  }),
  'POST /login/browser': ({ actor }) => ({ body: { email: actor.email, password: PASSWORD } }),
  'DELETE /login/browser': () => ({}),
  'POST /login/confirm': () => ({ body: { password: PASSWORD } }),
  'POST /login/password/reset': async ({ app }) => ({
    body: { email: (await app.make.user()).email },
  }),
  'POST /login/password/update': async ({ app }) => {
    const code = await mailedCode(app, await app.make.user(), 'password');
    return { body: { code, password: 'Neu-und-geheim' } };
  },

  'POST /registration': () => ({
    body: {
      email: `${crypto.randomUUID()}@verein.example`,
      firstname: 'Jo',
      lastname: 'Ma',
      password: 'x',
    },
  }),
  'POST /registration (other spelling)': () => ({
    body: {
      email: `${crypto.randomUUID()}@verein.example`,
      firstName: 'Jo',
      lastName: 'Ma',
      password: 'x',
    },
  }),
  'POST /registration/verify/:code': async ({ app }) => {
    const code = await mailedCode(app, await app.make.user({ activated: false }), 'activation');
    return { params: { code } };
  },

  'GET /user/self/info': () => ({}),
  'GET /user/self/admin': () => ({}),
  'GET /user/self/notifications': ({ organization }) => ({
    query: { organization: organization.uuid },
  }),
  'PUT /user/self/notifications': ({ organization }) => ({
    body: { organization: organization.uuid, digest: 'weekly', topics: { event_new: 'off' } },
  }),
  'GET /user/self/report': () => ({}),
  'GET /user': () => ({}),
  'GET /user/:user': async (scene) => ({ params: { user: (await otherUser(scene)).uuid } }),
  'GET /user/:user (oneself)': ({ actor }) => ({ params: { user: actor.uuid } }),
  'PUT /user/:user': async (scene) => ({
    params: { user: (await otherUser(scene)).uuid },
    body: { firstName: 'Neu' },
  }),
  'PUT /user/:user (oneself)': ({ actor }) => ({
    params: { user: actor.uuid },
    body: { firstName: 'Neu', lastName: 'Name', email: actor.email, activated: true },
  }),

  'POST /organization': () => ({ body: { name: 'Neuer Verein' } }),
  'PUT /organization': ({ organization: { uuid } }) => ({
    body: { uuid, name: 'Umbenannt', motd: 'Hallo' },
  }),
  'GET /organization': ({ actor }) => ({ query: { user: actor.uuid } }),
  "GET /organization (another's)": ({ admin }) => ({ query: { user: admin.uuid } }),
  'GET /organization/:organization': inOrganization,
  'DELETE /organization/:organization': inOrganization,
  'GET /organization/:organization/notifications': inOrganization,
  'PUT /organization/:organization/notifications': ({ organization }) => ({
    params: { organization: organization.uuid },
    body: { digest: 'weekly', topics: { event_new: 'off', message: 'digest' } },
  }),
  'PUT /organization/:organization/motd': ({ organization }) => ({
    params: { organization: organization.uuid },
    body: { motd: 'Hallo' },
  }),
  'GET /organization/:organization/second-factor': inOrganization,
  'PUT /organization/:organization/second-factor': withFactor,
  'DELETE /organization/:organization/second-factor': withFactorRule,
  'GET /organization/:organization/users': inOrganization,
  'PUT /organization/:organization/users/:user': async ({ app, organization }) => ({
    params: { organization: organization.uuid, user: (await app.make.user()).uuid },
  }),
  'DELETE /organization/:organization/users/:user': aboutOtherUser,
  'GET /organization/:organization/connected-users': inOrganization,
  'GET /organization/:organization/connected-users/:user': aboutOtherUser,
  'DELETE /organization/:organization/connected-users/:user': aboutOtherUser,
  'GET /organization/:organization/connected-users/:user/permissions': aboutOtherUser,
  'GET /organization/:organization/connected-users/:user/mapped-member': aboutOtherUser,
  'GET /organization/:organization/connected-users/member-mapping': inOrganization,
  'GET /organization/:organization/connected-members/:member': async (scene) => {
    const { member } = await otherUser(scene);
    return { params: { organization: scene.organization.uuid, member } };
  },
  'GET /organization/:organization/user-info': inOrganization,

  'GET /organization/invitation/info/:code': aboutInvitation,
  // In another organisation, as a user can be only one member of each.
  'POST /organization/invitation/accept/:code': async ({ app }) => {
    const organization = await app.make.organization();
    return {
      params: {
        code: await invitation({ app, organization }, await app.make.member(organization)),
      },
    };
  },
  'POST /organization/invitation/reject/:code': aboutInvitation,
  'POST /organization/invitation/:member': async (scene) => ({
    params: { member: (await someMember(scene)).uuid },
  }),
  'DELETE /organization/invitation/:member': async (scene) => {
    const member = await someMember(scene);
    await invitation(scene, member);
    return { params: { member: member.uuid } };
  },

  'POST /organization/:organization/messages': ({ organization }) => ({
    params: { organization: organization.uuid },
    body: { subject: 'Sommerfest', text: 'Bitte bringt Stühle mit.', to: 'all' },
  }),
  'POST /organization/:organization/messages (about an event)': async (scene) => {
    const event = await someEvent(scene);
    await scene.app.make.registration(event, { uuid: scene.admin.member });
    return {
      params: { organization: scene.organization.uuid },
      body: {
        subject: 'Sommerfest',
        text: 'Bitte bringt Stühle mit.',
        to: { event: event.uuid, of: ['coming'] },
        replies: true,
      },
    };
  },
  'POST /organization/:organization/messages (to a group)': async (scene) => {
    const { group } = await someMembership(scene);
    return {
      params: { organization: scene.organization.uuid },
      body: { subject: 'Spieltag', text: 'Treffen um neun.', to: { group } },
    };
  },
  'GET /organization/:organization/messages': async (scene) => {
    await someMessage(scene);
    return { params: { organization: scene.organization.uuid } };
  },
  'GET /organization/:organization/messages/recipients': inOrganization,
  'GET /organization/:organization/messages/recipients (of an event)': async (scene) => ({
    params: { organization: scene.organization.uuid },
    query: { event: (await someEvent(scene)).uuid, to: 'coming,open' },
  }),
  'GET /organization/:organization/messages/recipients (of a group)': async (scene) => ({
    params: { organization: scene.organization.uuid },
    query: { group: (await someGroup(scene)).uuid },
  }),

  'PUT /permission': (scene) => changingPermission(scene, 'EDIT_MEMBERS'),
  'DELETE /permission': (scene) => changingPermission(scene, 'EDIT_EVENTS'),
  'GET /permission/:user/:organization': aboutOtherUser,
  'GET /permission/:user/:organization (own)': ({ actor, organization }) => ({
    params: { user: actor.uuid, organization: organization.uuid },
  }),

  'POST /member': ({ organization }) => ({
    body: {
      organization: organization.uuid,
      firstName: 'Max',
      lastName: 'Neu',
      customMemberIdentifier: 'M-1',
      description: '',
    },
  }),
  'PUT /member': async (scene) => ({
    body: {
      uuid: (await someMember(scene)).uuid,
      organization: scene.organization.uuid,
      firstName: 'Max',
      lastName: 'Anders',
      customMemberIdentifier: '',
      description: 'Neu',
    },
  }),
  'POST /member/import': ({ organization }) => ({
    body: {
      organization: organization.uuid,
      file: Buffer.from('Vorname;Nachname\nNora;Neu').toString('base64'),
    },
  }),
  'GET /member/import/:import': async (scene) => ({ params: { import: await someImport(scene) } }),
  'POST /member/import/:import': async (scene) => ({ params: { import: await someImport(scene) } }),
  'DELETE /member/import/:import': async (scene) => ({
    params: { import: await someImport(scene, 'done') },
  }),
  'GET /member': async (scene) => {
    await someMember(scene);
    return { query: { organization: scene.organization.uuid } };
  },
  'GET /member/:member': async (scene) => ({ params: { member: (await someMember(scene)).uuid } }),
  'DELETE /member/:member': async (scene) => ({
    params: { member: (await someMember(scene)).uuid },
  }),
  'DELETE /member/:member (and the access by it)': async (scene) => {
    const { uuid, member } = await otherUser(scene);
    return { params: { member }, body: { endAccessOf: uuid } };
  },
  'POST /member/:member/erasure': async (scene) => ({
    params: { member: (await someMember(scene)).uuid },
  }),
  'POST /member/:member/erasure (with access)': async (scene) => {
    const { uuid, member } = await otherUser(scene);
    return { params: { member }, body: { endAccessOf: uuid } };
  },
  'PUT /member/:member/hold': async (scene) => ({
    params: { member: (await someMember(scene)).uuid },
    body: { reason: 'Beitrag offen' },
  }),
  'GET /organization/:organization/retention': inOrganization,
  'PUT /organization/:organization/retention': ({ organization }) => ({
    params: { organization: organization.uuid },
    body: { months: 24 },
  }),
  'POST /member/:member/merge': async (scene) => ({
    params: { member: (await someMember(scene)).uuid },
    body: { other: (await someMember(scene)).uuid, fields: { description: 'other' } },
  }),
  'POST /member/:member/merge (with a user)': async (scene) => ({
    params: { member: (await someMember(scene)).uuid },
    body: { other: (await otherUser(scene)).member },
  }),
  'PUT /member/:member/leaving': async (scene) => ({
    params: { member: (await someMember(scene)).uuid },
    body: { on: '2030-12-31' },
  }),
  'PUT /member/:member/leaving (with permissions)': async ({ app, organization }) => {
    const { member } = await app.make.userOf(organization, ['EDIT_EVENTS']);
    return { params: { member }, body: { on: '2030-12-31' } };
  },
  'POST /member/:member/report': async (scene) => ({
    params: { member: (await someMember(scene)).uuid },
  }),

  'POST /event': (scene) => ({
    body: {
      ...forItsGroup(scene),
      organization: scene.organization.uuid,
      name: 'Fest',
      date: '2031-05-01',
      event_type: 'LIMITED_EVENT',
      max_participants: 5,
    },
  }),
  'POST /event/series': async (scene) => ({
    body: { event: (await someEvent(scene)).uuid, rule: 'FREQ=WEEKLY;BYDAY=TU' },
  }),
  'GET /event/break': ({ organization }) => ({ query: { organization: organization.uuid } }),
  'POST /event/break': ({ organization }) => ({
    body: {
      organization: organization.uuid,
      name: 'Osterferien',
      from: '2031-04-07',
      until: '2031-04-19',
    },
  }),
  'DELETE /event/break/:break': async (scene) => ({
    params: { break: (await makeBreak(scene.app, scene.organization)).uuid },
  }),
  'GET /event/series/:series': withSeries,
  'GET /event/series/:series/opt-out': withSeries,
  'PUT /event/series/:series/opt-out': withSeries,
  'DELETE /event/series/:series/opt-out': async (scene) => ({
    params: { series: await optedOutSeries(scene) },
  }),
  'PUT /event/series/:series': async (scene) => ({
    ...(await withSeries(scene)),
    body: { rule: 'FREQ=WEEKLY;BYDAY=MO,FR' },
  }),
  'DELETE /event/series/:series': withSeries,
  'POST /event (other spelling)': (scene) => ({
    body: {
      ...forItsGroup(scene),
      organization: scene.organization.uuid,
      name: 'Fest',
      date: '2031-05-01T18:00:00Z',
      eventType: 'LIMITED_EVENT',
      maxParticipants: 5,
    },
  }),
  'PUT /event': async (scene) => ({
    body: {
      uuid: (await someEvent(scene)).uuid,
      organization: scene.organization.uuid,
      name: 'Anders',
      date: '2031-05-02',
      eventType: 'OPEN_EVENT',
      event_type: 'OPEN_EVENT',
      maxParticipants: 0,
      max_participants: 0,
      registeredParticipants: 0,
      registered_participants: 0,
    },
  }),
  'GET /event': async (scene) => {
    await someEvent(scene);
    return { query: { organization: scene.organization.uuid } };
  },
  'GET /event/:event': aboutEvent,
  'DELETE /event/:event': aboutEvent,
  'PUT /event/:event/state/cancel': async (scene) => ({
    ...(await aboutEvent(scene)),
    body: { reason: 'Hallenboden wird erneuert.' },
  }),
  'PUT /event/:event/state/restore': async (scene) => ({
    params: { event: (await cancelledEvent(scene)).uuid },
  }),
  'GET /event/:event/participation': aboutEvent,
  'PUT /event/:event/participation': async (scene) => ({
    ...(await aboutEvent(scene)),
    body: [{ memberUuid: (await someMember(scene)).uuid, participated: true }],
  }),
  'GET /event/:event/registered-members': async (scene) => {
    const event = await someEvent(scene);
    await scene.app.make.registration(event, await someMember(scene));
    return { params: { event: event.uuid } };
  },
  'GET /event/registered-events': ({ organization }) => ({
    query: { organization: organization.uuid },
  }),
  'PUT /event/register-user': async (scene) => ({ body: { event: (await someEvent(scene)).uuid } }),
  'PUT /event/register-user (for another member)': async (scene) => ({
    body: {
      event: (await someEvent(scene)).uuid,
      member: (await someMember(scene)).uuid,
      places: 1,
      note: 'Kommt später',
      waitingList: true,
    },
  }),
  'PUT /event/unregister-user': async (scene) => ({
    body: { event: (await ownEvent(scene)).uuid },
  }),
  'POST /event/:event/reminder': async (scene) => ({
    params: { event: (await someEvent(scene)).uuid },
  }),
  'GET /event/own-answers': ({ organization }) => ({ query: { organization: organization.uuid } }),
  'GET /event/:event/answers': async (scene) => {
    const event = await someEvent(scene);
    await scene.app.make.registration(event, await someMember(scene));
    return { params: { event: event.uuid }, query: { of: 'yes' } };
  },
  'PUT /event/:event/answer': async (scene) => ({
    ...(await aboutEvent(scene)),
    body: { answer: 'yes', places: 1, note: 'Kommt später' },
  }),
  'PUT /event/:event/answer (for another member)': async (scene) => ({
    ...(await aboutEvent(scene)),
    body: { answer: 'no', note: 'Krank', member: (await someMember(scene)).uuid },
  }),
  'DELETE /event/:event/answer': async (scene) => ({
    params: { event: (await ownEvent(scene)).uuid },
  }),
  'DELETE /event/:event/answer (of another member)': async (scene) => {
    const event = await someEvent(scene);
    const member = await someMember(scene);
    await scene.app.make.registration(event, member);
    return { params: { event: event.uuid }, body: { member: member.uuid } };
  },
  'GET /event/:event/waiting-list': async (scene) => ({
    params: { event: (await someoneWaiting(scene)).event },
  }),
  'DELETE /event/:event/waiting-list': async (scene) => ({
    params: { event: (await awaitedEvent(scene)).uuid },
  }),
  'PUT /event/:event/waiting-list/:member': async (scene) => ({
    params: await someoneWaiting(scene),
  }),
  'DELETE /event/:event/waiting-list/:member': async (scene) => ({
    params: await someoneWaiting(scene),
  }),

  'POST /event/poll': async (scene) => ({
    body: {
      event: (await someEvent(scene)).uuid,
      name: 'Was essen wir?',
      description: '',
      options: ['Suppe', 'Salat'],
    },
  }),
  'GET /event/poll': async (scene) => ({ query: { event: (await somePoll(scene)).event } }),
  'GET /event/poll/:poll': aboutPoll,
  'PUT /event/poll/:poll': async (scene) => {
    const poll = await somePoll(scene);
    const [kept] = poll.options.map(({ uuid, name }) => ({ optionUuid: uuid, name }));
    return {
      params: { poll: poll.uuid },
      body: { name: 'Was trinken wir?', description: '', options: [kept, { name: 'Saft' }] },
    };
  },
  'DELETE /event/poll/:poll': aboutPoll,
  'PUT /event/poll/:poll/state/close': aboutPoll,
  'PUT /event/poll/:poll/state/open': async (scene) => ({
    params: { poll: (await somePoll(scene, { closed: true })).uuid },
  }),
  'PUT /event/poll/:poll/:option': async (scene) => {
    const poll = await somePoll(scene);
    return { params: { poll: poll.uuid, option: poll.options[0]?.uuid ?? '' } };
  },
  'DELETE /event/poll/:poll/:option': async (scene) => {
    const poll = await somePoll(scene);
    const own = await ownMember(scene);
    const option = own ? await answered(scene, poll, own.uuid) : (poll.options[0]?.uuid ?? '');
    return { params: { poll: poll.uuid, option } };
  },
  'DELETE /event/poll/:poll/:option/:answer': async (scene) => {
    const poll = await somePoll(scene);
    const member = await someMember(scene);
    const option = await answered(scene, poll, member.uuid);
    return { params: { poll: poll.uuid, option, answer: member.uuid } };
  },
};

/** The call of a request, without the name of its variant. */
export function callOf(request: string): string {
  return request.replace(/ \(.*\)$/, '');
}

/** The path of a call like 'PUT /event/:event', below /api, with its parameters filled in. */
export function pathOf(call: string, { params = {}, query }: Sample): string {
  const [, template = ''] = call.split(' ');
  const path = template.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return query ? `${path}?${new URLSearchParams(query)}` : path;
}

export function methodOf(call: string): string {
  return call.split(' ')[0] ?? '';
}

function inOrganization({ organization }: Scene): Sample {
  return { params: { organization: organization.uuid } };
}

/** Only an admin with a second factor may demand it of others. */
async function withFactor(scene: Scene): Promise<Sample> {
  await giveFactor(scene.app, scene.actor);
  return inOrganization(scene);
}

async function withFactorRule(scene: Scene): Promise<Sample> {
  await demandFactor(scene.app, scene.organization);
  return inOrganization(scene);
}

async function aboutOtherUser(scene: Scene): Promise<Sample> {
  const { uuid } = await otherUser(scene);
  return { params: { organization: scene.organization.uuid, user: uuid } };
}

async function changingPermission(scene: Scene, permission: Permission): Promise<Sample> {
  const { uuid } = await otherUser(scene);
  return { body: { user: uuid, organization: scene.organization.uuid, permission } };
}

async function aboutEvent(scene: Scene): Promise<Sample> {
  return { params: { event: (await someEvent(scene)).uuid } };
}

async function aboutPoll(scene: Scene): Promise<Sample> {
  return { params: { poll: (await somePoll(scene)).uuid } };
}

async function withSeries(scene: Scene): Promise<Sample> {
  return { params: { series: (await someSeries(scene)).uuid } };
}

async function aboutInvitation(scene: Scene): Promise<Sample> {
  return { params: { code: await invitation(scene, await someMember(scene)) } };
}
