import { expect, it } from 'vitest';
import { losses } from '~/features/members/view';
import { memberPath, membersBehind, membersPath } from '~/paths/members';

it('member paths keep the search and the page, and nothing else (D1)', () => {
  expect(membersPath('?q=Jörg+M&after=abc&refresh=1&_routes=x')).toBe(
    '/app/members?q=J%C3%B6rg+M&after=abc',
  );
  expect(membersPath('?q=&before=b')).toBe('/app/members?before=b');
  expect(membersPath('')).toBe('/app/members');
  const request = new Request('http://h/app/members/m/edit.data?q=a&_routes=b');
  expect(membersBehind({ request })).toBe('/app/members?q=a');
  expect(memberPath('m', 'invitation', '?q=a&_routes=b')).toBe('/app/members/m/invitation?q=a');
  expect(memberPath('m', '', '')).toBe('/app/members/m');
});

it('deleting a member warns only of what will be lost, in singular and plural (D2)', () => {
  const none = { registrations: 0, participations: 0, answers: 0, linked: false, invited: false };
  expect(losses(none)).toEqual([]);
  expect(losses({ ...none, registrations: 1, answers: 3, invited: true })).toEqual([
    '1 Zusage oder Anmeldung',
    '3 Antworten in Umfragen',
    'die offene Einladung',
  ]);
  expect(losses({ ...none, participations: 2, linked: true })).toEqual([
    '2 Teilnahmen an Veranstaltungen',
    'die Verknüpfung mit dem Benutzer',
  ]);
});
