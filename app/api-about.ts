import type { About } from '~/doors/openapi.server';

/** The general part of the API's document; docs/api.md is the long version. */
export const about: About = {
  title: 'Vereinsheim',
  version: '1',
  description: [
    'Everything that the screens can do. JSON in, JSON out; every path also answers with a trailing slash.',
    'Log in with POST /api/login/browser (a cookie) or POST /api/login/mobile (a sessionId, sent as ' +
      '`Authorization: Bearer {sessionId}`).',
    'Every read answers HEAD and takes If-None-Match; every path answers OPTIONS, and 405 with Allow for a method ' +
      'that it does not have. What goes wrong is a problem document (RFC 9457).',
    'Changes that list it take If-Match with the ETag of a read: 412 if someone else has edited it since. Other writes ' +
      'answer 412 to it. Signing up for an event is not an edit.',
  ].join('\n\n'),
  groups: {
    '/event': {
      name: 'Events',
      description: 'Events, registration (signing up) and participation (who was there)',
    },
    '/event/poll': { name: 'Polls', description: 'Polls of an event, and their answers' },
    '/absence': { name: 'Absences', description: 'The days on which one is away' },
    '/group': {
      name: 'Groups',
      description: 'Teams and sections of an organisation, and who belongs to them',
    },
    '/member': { name: 'Members', description: 'The member records of an organisation' },
    '/organization': {
      name: 'Organisations',
      description: 'Organisations and the users connected to them',
    },
    '/organization/invitation': {
      name: 'Invitations',
      description: 'Linking a user to a member record',
    },
    '/permission': { name: 'Permissions', description: 'Who may do what in an organisation' },
    '/login': { name: 'Log-in', description: 'Sessions, and resetting a password' },
    '/registration': { name: 'Registration', description: 'New accounts' },
    '/user': {
      name: 'Users',
      description: 'The current user; for system administrators all users',
    },
    '/openapi.json': { name: 'Document', description: 'The description of this API' },
  },
};
