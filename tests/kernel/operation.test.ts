import { describe, expect, it } from 'vitest';
import { loggedIn, operation, publicOperation } from '~/kernel/operation.server';
import type { Services } from '~/kernel/services.server';
import {
  actor,
  caller,
  facts,
  insert,
  nothing,
  operationTests,
  recorded,
  status,
} from '../support/operations';

operationTests();

describe('operations', () => {
  it('an operation prepares, loads its subject, asks its policy and runs, in this order', async () => {
    const { declared, steps } = recorded();
    await declared.perform(caller(), { name: 'a' });
    expect(steps).toEqual(['prepare', 'subject', 'may', 'run']);
  });

  it('an operation stops at the first refusal: 401, 404 before 403 (G4, H)', async () => {
    const anonymous = recorded();
    expect(await status(anonymous.declared.perform(caller(null), { name: 'a' }))).toBe(401);
    expect(anonymous.steps).toEqual([]);
    const unknown = recorded({ found: false, allowed: false });
    expect(await status(unknown.declared.perform(caller(), { name: 'a' }))).toBe(404);
    expect(unknown.steps).toEqual(['prepare', 'subject']);
    const forbidden = recorded({ allowed: false });
    expect(await status(forbidden.declared.perform(caller(), { name: 'a' }))).toBe(403);
    expect(forbidden.steps).toEqual(['prepare', 'subject', 'may']);
    // A session that has ended meanwhile.
    const ended = { ...actor, session: { ...actor.session, uuid: crypto.randomUUID() } };
    expect(await status(unknown.declared.perform(caller(ended), { name: 'a' }))).toBe(401);
  });

  it.each([undefined, null, 1, 'yes', {}, Promise.resolve(true), Promise.resolve(false)])(
    'a policy admits only by returning true: %o refuses (H)',
    async (response) => {
      const declared = operation({
        summary: 'A policy with a mistake',
        input: nothing,
        may: () => response as boolean,
        run: ({ db }) => insert(db, 'must not be'),
        audit: 'Getan',
      });
      expect(await status(declared.perform(caller(), {}))).toBe(403);
      expect(await facts()).toEqual([]);
    },
  );

  it('an error in the subject or the policy refuses, too (H)', async () => {
    const broken = new Error('broken');
    const throws = () => {
      throw broken;
    };
    const run = ({ db }: { db: Services['db'] }) => insert(db, 'must not be');
    const subject = operation({
      summary: 's',
      input: nothing,
      subject: throws,
      may: loggedIn,
      run,
      audit: 'Getan',
    });
    const policy = operation({ summary: 'p', input: nothing, may: throws, run, audit: 'Getan' });
    for (const declared of [subject, policy]) {
      expect(await status(declared.perform(caller(), {}))).toBe(broken);
    }
    expect(await facts()).toEqual([]);
  });

  it('a declaration must either read or run', () => {
    const both = { summary: 'both', input: nothing, read: () => 1, run: () => 1, audit: 'Getan' };
    // @ts-expect-error Nor does it compile.
    expect(() => publicOperation(both)).toThrow(/read or run/);
    // @ts-expect-error Nor does it compile.
    expect(() => publicOperation({ summary: 'neither', input: nothing })).toThrow(/read or run/);
  });

  it('a declaration that runs must have an audit text', () => {
    const silent = { summary: 'silent', input: nothing, run: () => 1 };
    // @ts-expect-error Nor does it compile.
    expect(() => publicOperation(silent)).toThrow(/audit log/);
  });
});
