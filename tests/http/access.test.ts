import { describe, expect, it } from 'vitest';
import { api } from '~/api';
import { callAccess, type Outcome } from '../support/access-table';
import { testApp } from '../support/app';
import type { Answer } from '../support/browser';
import { callOf, methodOf, pathOf, requests } from '../support/requests';
import { ROLES, scene } from '../support/roles';

const app = testApp();

const outcomeOf = ({ status }: Answer): Outcome | string => {
  if (status >= 200 && status < 300) return 'may';
  return [401, 403, 404, 409].includes(status) ? (status as Outcome) : `status ${status}`;
};

describe('calls (table H)', () => {
  it('has a row in the access table and a request for every call, and none too many', () => {
    const calls = Object.keys(api).sort();
    expect([...new Set(Object.keys(callAccess).map(callOf))].sort()).toEqual(calls);
    expect([...new Set(Object.keys(requests).map(callOf))].sort()).toEqual(calls);
    expect(Object.keys(callAccess).sort()).toEqual(Object.keys(requests).sort());
  });

  for (const [request, row] of Object.entries(callAccess)) {
    const call = callOf(request);
    it.runIf(call in api)(`${request} does for each role what the table says`, async () => {
      const outcomes: Record<string, Outcome | string> = {};
      for (const role of ROLES) {
        const here = await scene(app, role);
        const sample = await requests[request]?.(here);
        if (!sample) throw new Error(`no request for ${request}`);
        const answer = await here.visitor.call(methodOf(call), pathOf(call, sample), sample.body);
        outcomes[role] = outcomeOf(answer);
      }
      expect(outcomes).toEqual(row);
    });
  }
});
