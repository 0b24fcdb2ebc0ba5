import { insertProof } from '~/features/invitations/queries.server';
import { sealedRemoval } from '~/features/polls/operations/answers.server';
import { answerLink, unsubscribeLink } from './answer-link';
import { beginFactor, codeOf, giveFactor } from './authenticator';
import { makeFeed } from './calendars';
import { withDialogsOver } from './dialogs-over';
import { demandFactor } from './factor-rule';
import { PASSWORD } from './factories';
import { refuseAddress } from './mail-failures';
import type { Scene } from './roles';
import { deleteRows } from './rows';
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

/** A valid visit of a screen or submission of its form, except for method and path. */
export interface Visit {
  readonly params?: Readonly<Record<string, string>>;
  /** The query of the screen that a form stands on, which it keeps. */
  readonly query?: Readonly<Record<string, string>>;
  /** The query of a visit, or the fields of a submission. */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
}

type Recipe = (scene: Scene) => Promise<Visit> | Visit;

const plain: Recipe = () => ({});
const ofOrganization: Recipe = ({ organization }) => ({
  fields: { organization: organization.uuid },
});
/** A message to the whole organisation, or to the group that the scene is about. */
const ofAudience: Recipe = ({ organization, group }) => ({
  fields: { organization: organization.uuid, ...(group && { group: group.uuid }) },
});
const withMessage: Recipe = async (scene) => ({
  ...(scene.group && { query: { group: scene.group.uuid } }),
  fields: {
    ...(await ofAudience(scene)).fields,
    subject: 'Sommerfest',
    text: 'Bitte bringt Stühle mit.',
  },
});
const withAbsence: Recipe = async (scene) => ({
  params: { absence: await ownAbsence(scene) },
});
const withMember: Recipe = async (scene) => ({
  params: { member: (await someMember(scene)).uuid },
});
const withEvent: Recipe = async (scene) => ({ params: { event: (await someEvent(scene)).uuid } });
const withCancelledEvent: Recipe = async (scene) => ({
  params: { event: (await cancelledEvent(scene)).uuid },
});
const withWaiting: Recipe = async (scene) => ({ params: await someoneWaiting(scene) });
const withPoll: Recipe = async (scene) => {
  const { event, uuid } = await somePoll(scene);
  return { params: { event, poll: uuid } };
};
const withOption: Recipe = async (scene) => {
  const { event, uuid, options } = await somePoll(scene);
  const fields = { organization: scene.organization.uuid, option: options[0]?.uuid ?? '' };
  return { params: { event, poll: uuid }, fields };
};
/** The same, where its user has just chosen it. */
const withGivenOption: Recipe = async (scene) => {
  const poll = await somePoll(scene);
  const member = await ownMember(scene);
  if (member) await answered(scene, poll, member.uuid);
  const fields = { organization: scene.organization.uuid, option: poll.options[0]?.uuid ?? '' };
  return { params: { event: poll.event, poll: poll.uuid }, fields };
};
const withOtherUser: Recipe = async (scene) => ({
  params: { user: (await otherUser(scene)).uuid },
  fields: { organization: scene.organization.uuid },
});
const withInvitation: Recipe = async (scene) => {
  const member = await someMember(scene);
  await invitation(scene, member);
  return { params: { member: member.uuid } };
};
const tokenIn = (path: string) => ({ params: { token: path.split('/').at(-1) ?? '' } });
/** Somebody else's, as it does not matter who is logged in. */
const withAnswerLink: Recipe = async ({ app }) => {
  const organization = await app.make.organization();
  const user = await app.make.userOf(organization);
  const event = await app.make.event(organization, { max: 5 });
  return tokenIn(await answerLink(app, { event, user }));
};
const withUnsubscribeLink: Recipe = async ({ app }) => {
  const organization = await app.make.organization();
  const { uuid: user } = await app.make.userOf(organization);
  return tokenIn(
    unsubscribeLink(app, { user, organization: organization.uuid, topic: 'event_new' }),
  );
};
/** In an organisation without anyone of the scene. */
const withInvitationCode: Recipe = async ({ app }) => {
  const organization = await app.make.organization();
  return {
    params: { code: await invitation({ app, organization }, await app.make.member(organization)) },
  };
};
/** As it was mailed to someone who has no account. */
const withMailedInvitation: Recipe = async (scene) => {
  const { params } = await withInvitationCode(scene);
  const link = { code: params?.code ?? '', email: `${crypto.randomUUID()}@verein.example` };
  return { params: { code: link.code, proof: (await insertProof(scene.app.db, link)) ?? '' } };
};
const withAnswer: Recipe = async (scene) => {
  const poll = await somePoll(scene);
  const member = await someMember(scene);
  const option = await answered(scene, poll, member.uuid);
  return { params: { event: poll.event, poll: poll.uuid, option, answer: member.uuid } };
};
const withRemoval: Recipe = async (scene) => {
  const visit = await withAnswer(scene);
  const { poll = '', option = '', answer: member = '' } = visit.params ?? {};
  await scene.app.db.deleteFrom('poll_answers').where('member_uuid', '=', member).execute();
  const removed = { poll, option, member, created: new Date().toISOString() };
  const removal = sealedRemoval({ ...removed, by: scene.actor.uuid }, scene.app.config);
  return { ...visit, fields: { removal } };
};
const withOwnSession: Recipe = async ({ app, actor }) => {
  await app.make.session(actor);
  const { uuid } = await app.db
    .selectFrom('sessions')
    .select('uuid')
    .where('user_uuid', '=', actor.uuid)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return { params: { session: uuid } };
};
const withOwnFeed: Recipe = async ({ app, actor }) => {
  await deleteRows(app.db, 'calendar_feeds', { user_uuid: actor.uuid });
  return { params: { feed: (await makeFeed(app, actor)).uuid } };
};
const withOwnFactor: Recipe = async ({ app, actor }) => {
  await giveFactor(app, actor);
  return {};
};
const withPendingFactor: Recipe = async ({ app, actor }) => {
  const secret = await beginFactor(app, actor);
  return { fields: { code: codeOf(secret) } };
};
const withFactorToDiscard: Recipe = async ({ app, actor }) => {
  await deleteRows(app.db, 'totp', { user_uuid: actor.uuid });
  await beginFactor(app, actor);
  return {};
};
const withFactorRule: Recipe = async (scene) => {
  await demandFactor(scene.app, scene.organization);
  return ofOrganization(scene);
};
const withRefusedAddress: Recipe = async ({ app, actor }) => {
  await refuseAddress(app, actor.email);
  return {};
};
const ownName: Recipe = () => ({ fields: { firstName: 'Neu', lastName: 'Name' } });

const withGroup: Recipe = async (scene) => ({
  params: { group: (await someGroup(scene)).uuid },
});
const withImport =
  (state?: string): Recipe =>
  async (scene) => ({ params: { import: await someImport(scene, state) } });
const withMembership: Recipe = async (scene) => ({ params: await someMembership(scene) });
const withBreak: Recipe = async (scene) => ({
  params: { break: (await makeBreak(scene.app, scene.organization)).uuid },
  ...(await ofOrganization(scene)),
});
/** Every week on Tuesday. */
const REPETITION = {
  'rule.every': 'FREQ=WEEKLY',
  'rule.days[0]': 'TU',
  'rule.end': 'never',
};

/** A date of a series. */
async function withDate(scene: Scene): Promise<Visit> {
  return { params: { event: (await someSeries(scene)).event.uuid } };
}

async function withSeries(scene: Scene): Promise<Visit> {
  return { params: { series: (await someSeries(scene)).uuid } };
}

/** Adds fields to another recipe. */
const and =
  (recipe: Recipe, fields: Visit['fields']): Recipe =>
  async (scene) => {
    const visit = await recipe(scene);
    return { ...visit, fields: { ...visit.fields, ...fields } };
  };

/**
 * A valid visit for every screen (GET) and form (POST) of app/routes.ts. Visits that concern an
 * organisation name the scene's, as links and forms may.
 */
export const visits = withDialogsOver<Recipe>({
  'GET /app/login': plain,
  'POST /app/login': ({ actor }) => ({ fields: { email: actor.email, password: PASSWORD } }),
  'GET /app/auth/register': plain,
  'POST /app/auth/register': () => ({
    fields: {
      firstName: 'Jo',
      lastName: 'Ma',
      email: `${crypto.randomUUID()}@verein.example`,
      password: PASSWORD,
    },
  }),
  'GET /app/auth/register/confirmation': plain,
  'POST /app/auth/register/confirmation': () => ({
    fields: { email: `${crypto.randomUUID()}@verein.example` },
  }),
  'GET, POST /app/auth/verify/:code': async ({ app }) => ({
    params: {
      code: await mailedCode(app, await app.make.user({ activated: false }), 'activation'),
    },
  }),
  'GET /app/auth/password-reset': plain,
  'POST /app/auth/password-reset': () => ({
    fields: { email: `${crypto.randomUUID()}@verein.example` },
  }),
  'GET /app/auth/password-reset/:code': () => ({ params: { code: 'any' } }),
  'POST /app/auth/password-reset/:code': async ({ app }) => ({
    params: { code: await mailedCode(app, await app.make.user(), 'password') },
    fields: { password: 'Neu-und-geheim', passwordRepeat: 'Neu-und-geheim' },
  }),
  'GET, POST /app/invite/:code/:proof': withMailedInvitation,
  'GET /app/invite/:code/:proof/account': withMailedInvitation,
  'POST /app/invite/:code/:proof/account': and(withMailedInvitation, {
    firstName: 'Jo',
    lastName: 'Ma',
    password: PASSWORD,
  }),
  'GET /app/imprint': plain,
  'GET /app/privacy': plain,
  'GET /app/dev/mail': plain,
  'GET, POST /app/logout': plain,

  'GET /app/confirm': () => ({ fields: { next: '/app/account' } }),
  'POST /app/confirm': () => ({ fields: { password: PASSWORD } }),
  'GET /app/account': plain,
  'POST /app/account': withRefusedAddress,
  'GET /app/account/data.json': plain,
  'GET /app/account/report': plain,
  'GET /app/account/report.json': plain,
  'GET /app/account/name': plain,
  'POST /app/account/name': ownName,
  'GET /app/account/email': plain,
  'POST /app/account/email': () => ({ fields: { email: `${crypto.randomUUID()}@verein.example` } }),
  'GET /app/account/password': plain,
  'POST /app/account/password': () => ({
    fields: {
      currentPassword: PASSWORD,
      password: 'Neu-und-geheim',
      passwordRepeat: 'Neu-und-geheim',
    },
  }),
  'GET, POST /app/account/sessions/others': plain,
  'GET, POST /app/account/sessions/:session': withOwnSession,
  'GET, POST /app/account/organizations/:organization': ({ organization }) => ({
    params: { organization: organization.uuid },
  }),
  'GET /app/account/contact': plain,
  'POST /app/account/contact': async (scene) => ({
    fields: {
      member: scene.actor.member || (await someMember(scene)).uuid,
      mobile: '0170 1234567',
      'released[0]': 'mobile',
    },
  }),
  'GET /app/account/notifications': ofOrganization,
  'POST /app/account/notifications': and(ofOrganization, { 'topics.event_new': 'mail' }),
  'GET, POST /app/account/second-factor': plain,
  'GET /app/account/second-factor/setup': plain,
  'POST /app/account/second-factor/setup': withPendingFactor,
  'GET /app/account/second-factor/discard': plain,
  'POST /app/account/second-factor/discard': withFactorToDiscard,
  'GET, POST /app/account/second-factor/recovery-codes': withOwnFactor,
  'GET, POST /app/account/second-factor/removal': withOwnFactor,
  'GET /app/account/calendars': plain,
  'GET /app/account/calendars/new': plain,
  'POST /app/account/calendars/new': () => ({ fields: { label: 'Handy', scope: 'mine' } }),
  'GET, POST /app/account/calendars/:feed': withOwnFeed,
  'GET /app/answer/:token': withAnswerLink,
  'POST /app/answer/:token': and(withAnswerLink, { answer: 'yes' }),
  'GET, POST /app/unsubscribe/:token': withUnsubscribeLink,
  'GET /app/calendar/:token.ics': async ({ app, actor }) => ({
    params: { token: (await makeFeed(app, actor)).token },
  }),
  'GET /app/account/deletion': plain,
  'POST /app/account/deletion': () => ({ fields: { password: PASSWORD } }),

  'GET /app': ofOrganization,
  'GET /app/organizations/new': plain,
  'POST /app/organizations/new': () => ({ fields: { name: 'Neuer Verein' } }),
  'GET /app/organizations/active': plain,
  'POST /app/organizations/active': ofOrganization,
  'GET /app/admin/organization': ofOrganization,
  'POST /app/admin/organization': and(ofOrganization, { name: 'Umbenannt', motd: 'Hallo' }),
  'GET /app/admin/organization/delete': ofOrganization,
  'POST /app/admin/organization/delete': ({ organization }) => ({
    fields: { organization: organization.uuid, name: organization.name },
  }),
  'GET /app/admin/members': ofOrganization,
  'POST /app/admin/members': and(ofOrganization, { phone: 'leaders' }),
  'GET /app/admin/notifications': ofOrganization,
  'POST /app/admin/notifications': and(ofOrganization, { 'topics.event_new': 'mail' }),
  'GET /app/admin/log': ofOrganization,
  'GET /app/admin/messages': ofOrganization,
  'GET /app/messages/new': ofAudience,
  'POST /app/messages/new': withMessage,
  'GET /app/messages/new/sending': ofAudience,
  'POST /app/messages/new/sending': withMessage,
  'GET /app/messages/unreached': ofAudience,
  'GET /app/messages/:message': async (scene) => ({
    params: { message: await someMessage(scene) },
  }),
  'GET /app/admin/permissions': ofOrganization,
  'GET, POST /app/admin/permissions/resign': ofOrganization,
  'GET /app/admin/permissions/second-factor': ofOrganization,
  'POST /app/admin/permissions/second-factor': and(withFactorRule, { state: 'off' }),
  'GET /app/admin/permissions/:user': withOtherUser,
  'POST /app/admin/permissions/:user': and(withOtherUser, {
    permission: 'EDIT_MEMBERS',
    state: 'granted',
  }),
  'GET, POST /app/admin/permissions/:user/remove': withOtherUser,

  'GET /app/members': ofOrganization,
  'GET /app/members/new': ofOrganization,
  'POST /app/members/new': and(ofOrganization, { firstName: 'Max', lastName: 'Neu' }),
  'GET /app/members/invitations': ofOrganization,
  'POST /app/members/invitations': async (scene) => ({
    fields: {
      organization: scene.organization.uuid,
      'rows[0].member': (await someMember(scene)).uuid,
      'rows[0].chosen': 'on',
    },
  }),
  'GET /app/members/import': ofOrganization,
  'POST /app/members/import': and(ofOrganization, { table: 'Vorname;Nachname\nNora;Neu' }),
  'GET, POST /app/members/import/:import': withImport(),
  'GET /app/members/import/:import/columns': withImport(),
  'POST /app/members/import/:import/columns': and(withImport(), {
    fields: ['lastName', 'firstName'],
  }),
  'GET, POST /app/members/import/:import/undo': withImport('done'),
  'GET /app/members/export': ofOrganization,
  'GET /app/members/export/file': ofOrganization,
  'POST /app/members/export/file': and(ofOrganization, { columns: 'lastName', format: 'csv' }),
  'GET /app/members/:member': withMember,
  'GET, POST /app/members/:member/report': withMember,
  'GET, POST /app/members/:member/report.json': withMember,
  'GET /app/members/:member/edit': withMember,
  'POST /app/members/:member/edit': and(withMember, { firstName: 'Max', lastName: 'Anders' }),
  'GET, POST /app/members/:member/delete': withMember,
  'GET /app/members/erasures': ofOrganization,
  'GET, POST /app/members/:member/erasure': withMember,
  'GET /app/members/:member/hold': withMember,
  'POST /app/members/:member/hold': and(withMember, { reason: 'Beitrag offen' }),
  'GET /app/admin/organization/retention': ofOrganization,
  'POST /app/admin/organization/retention': and(ofOrganization, { months: '24' }),
  'GET /app/members/:member/merge': withMember,
  'POST /app/members/:member/merge': async (scene) => ({
    ...(await withMember(scene)),
    fields: { other: (await someMember(scene)).uuid, 'fields.lastName': 'other' },
  }),
  'GET /app/members/:member/leaving': withMember,
  'POST /app/members/:member/leaving': and(withMember, { on: '31.12.2030' }),
  'GET, POST /app/members/:member/invitation': withMember,
  'GET /app/members/:member/invitation/mail': withInvitation,
  'POST /app/members/:member/invitation/mail': async (scene) => {
    const member = await someMember(scene);
    const code = await invitation(scene, member);
    return { params: { member: member.uuid }, fields: { code, email: 'max@verein.example' } };
  },
  'GET, POST /app/members/:member/invitation/revocation': withInvitation,
  'GET, POST /app/invite/:code': withInvitationCode,
  'GET, POST /app/invite/:code/rejection': withInvitationCode,

  'POST /app': async (scene) => ({
    fields: { event: (await someEvent(scene)).uuid, organization: scene.organization.uuid },
  }),
  'GET /app/absences': ofOrganization,
  'POST /app/absences': ({ organization }) => ({
    fields: { organization: organization.uuid, from: '2040-07-01', until: '14.7.2040' },
  }),
  'GET, POST /app/absences/:absence/withdrawal': withAbsence,

  'GET /app/events': ofOrganization,
  'GET /app/events/calendar': ofOrganization,
  'GET /app/events/new': ofOrganization,
  'GET /app/events/new/dates': and(ofOrganization, { date: '2031-05-01' }),
  'POST /app/events/new': async (scene) => ({
    fields: {
      organization: scene.organization.uuid,
      groups: forItsGroup(scene).groups ?? [],
      name: 'Fest',
      date: '2031-05-01',
      eventType: 'OPEN_EVENT',
    },
  }),
  'GET /app/events/:event': withEvent,
  'GET /app/events/:event/calendar.ics': withEvent,
  'GET /app/events/:event/answers': withEvent,
  'POST /app/events/:event/answers': async (scene) => ({
    ...(await withEvent(scene)),
    fields: { member: (await someMember(scene)).uuid },
  }),
  'GET, POST /app/events/:event/answers/reminder': withEvent,
  'GET /app/events/:event/edit': withEvent,
  'POST /app/events/:event/edit': async (scene) => ({
    ...(await withEvent(scene)),
    fields: {
      groups: forItsGroup(scene).groups ?? [],
      name: 'Neu',
      date: '2031-05-01',
      eventType: 'OPEN_EVENT',
    },
  }),
  'GET, POST /app/events/:event/delete': withEvent,
  'GET /app/events/:event/cancellation': withEvent,
  'POST /app/events/:event/cancellation': and(withEvent, { reason: 'Sturm' }),
  'GET, POST /app/events/:event/cancellation/withdrawal': withCancelledEvent,
  'GET /app/events/:event/registration': withEvent,
  'POST /app/events/:event/registration': async (scene) => ({
    ...(await withEvent(scene)),
    ...(await ofOrganization(scene)),
  }),
  'GET /app/events/:event/registration/withdrawal': withEvent,
  'POST /app/events/:event/registration/withdrawal': async (scene) => ({
    params: { event: (await ownEvent(scene)).uuid },
  }),
  'GET /app/events/:event/decline': withEvent,
  'POST /app/events/:event/decline': async (scene) => ({
    ...(await withEvent(scene)),
    ...(await ofOrganization(scene)),
  }),
  'GET /app/events/:event/waiting-list': withEvent,
  'POST /app/events/:event/waiting-list': async (scene) => ({
    params: { event: (await awaitedEvent(scene)).uuid },
  }),
  'GET, POST /app/events/:event/waiting-list/:member/promotion': withWaiting,
  'GET, POST /app/events/:event/waiting-list/:member/removal': withWaiting,
  'GET /app/events/:event/participants': withEvent,
  'POST /app/events/:event/participants': async (scene) => {
    const member = await someMember(scene);
    return {
      ...(await withEvent(scene)),
      fields: { inQuestion: [member.uuid], participated: [member.uuid] },
    };
  },
  'GET /app/events/:event/participants/print': withEvent,

  'GET, POST /app/events/series/:series/opt-out': withSeries,
  'GET /app/events/series/:series/opt-out/withdrawal': withSeries,
  'POST /app/events/series/:series/opt-out/withdrawal': async (scene) => ({
    params: { series: await optedOutSeries(scene) },
  }),
  'GET /app/events/:event/series': withEvent,
  'POST /app/events/:event/series': and(withEvent, REPETITION),
  'GET /app/events/:event/series/creation': withEvent,
  'POST /app/events/:event/series/creation': and(withEvent, REPETITION),
  'GET /app/events/:event/series/change': withDate,
  'POST /app/events/:event/series/change': and(withDate, REPETITION),
  'GET /app/events/:event/series/change/saving': withDate,
  'POST /app/events/:event/series/change/saving': and(withDate, REPETITION),
  'GET /app/groups': ofOrganization,
  'GET /app/groups/new': ofOrganization,
  'POST /app/groups/new': async (scene) => ({
    ...(await ofOrganization(scene)),
    fields: {
      organization: scene.organization.uuid,
      name: `Damen ${crypto.randomUUID()}`,
      color: 'red',
    },
  }),
  'GET /app/groups/:group': withGroup,
  'GET /app/groups/:group/edit': withGroup,
  'POST /app/groups/:group/edit': and(withGroup, { name: 'Damen I', color: 'blue' }),
  'GET, POST /app/groups/:group/delete': withGroup,
  'GET /app/groups/:group/members': withGroup,
  'POST /app/groups/:group/members': async (scene) => ({
    ...(await withGroup(scene)),
    fields: { 'members[0]': (await someMember(scene)).uuid },
  }),
  'GET /app/groups/:group/members/:member': withMembership,
  'POST /app/groups/:group/members/:member': and(withMembership, { leader: 'on' }),
  'GET, POST /app/groups/:group/members/:member/removal': withMembership,
  'GET /app/events/breaks': ofOrganization,
  'POST /app/events/breaks': and(ofOrganization, {
    name: 'Osterferien',
    from: '2031-04-07',
    until: '2031-04-19',
  }),
  'GET /app/events/breaks/state': () => ({}),
  'POST /app/events/breaks/state': and(ofOrganization, { state: 'BW' }),
  'GET, POST /app/events/breaks/:break/delete': withBreak,

  'GET /app/events/:event/polls': withEvent,
  'GET /app/events/:event/polls/new': withEvent,
  'POST /app/events/:event/polls/new': and(withEvent, {
    name: 'Was essen wir?',
    'options[0]': 'Suppe',
  }),
  'GET /app/events/:event/polls/:poll': withPoll,
  'POST /app/events/:event/polls/:poll': withOption,
  'GET /app/events/:event/polls/:poll/undo': withPoll,
  'POST /app/events/:event/polls/:poll/undo': withGivenOption,
  'GET, POST /app/events/:event/polls/:poll/delete': withPoll,
  'GET /app/events/:event/polls/:poll/edit': withPoll,
  'GET /app/events/:event/polls/:poll/edit/change': withPoll,
  'POST /app/events/:event/polls/:poll/edit/change': and(withPoll, {
    name: 'Was trinken wir?',
    'options[0]': 'Saft',
  }),
  'GET, POST /app/events/:event/polls/:poll/edit/state/close': withPoll,
  'GET /app/events/:event/polls/:poll/edit/state/open': withPoll,
  'POST /app/events/:event/polls/:poll/edit/state/open': async (scene) => {
    const { event, uuid } = await somePoll(scene, { closed: true });
    return { params: { event, poll: uuid } };
  },
  'GET, POST /app/events/:event/polls/:poll/edit/answers/:option/:answer/delete': withAnswer,
  'GET /app/events/:event/polls/:poll/edit/answers/:option/:answer/restore': withAnswer,
  'POST /app/events/:event/polls/:poll/edit/answers/:option/:answer/restore': withRemoval,

  'GET /app/*': plain,
});

/** The address of a screen like 'POST /app/events/:event/edit', with its parameters filled in. */
export function addressOf(screen: string, params: Visit['params'] = {}): string {
  const [, template = ''] = screen.split(' ');
  return template
    .replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace('*', 'there/is/nothing')
    .replace(/^\/app$/, screen.startsWith('POST') ? '/app/?index' : '/app/');
}
