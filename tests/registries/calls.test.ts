import { expect, it } from 'vitest';
import { api } from '~/api';
import { about } from '~/api-about';
import { callAccess } from '../support/access-table';
import { callOf, requests } from '../support/requests';

const calls = Object.keys(api).sort();

it('the access table has a row and a request for every call, and no other (table H)', () => {
  expect([...new Set(Object.keys(callAccess).map(callOf))].sort()).toEqual(calls);
  expect([...new Set(Object.keys(requests).map(callOf))].sort()).toEqual(calls);
  expect(Object.keys(callAccess).sort()).toEqual(Object.keys(requests).sort());
});

it('the document of the API has a group for every call, and no other (G6)', () => {
  const groups = Object.keys(about.groups);
  const holds = (group: string, call: string) => `${call.split(' ')[1]}/`.startsWith(`${group}/`);
  expect(calls.filter((call) => !groups.some((group) => holds(group, call)))).toEqual([]);
  expect(groups.filter((group) => !calls.some((call) => holds(group, call)))).toEqual([]);
});
