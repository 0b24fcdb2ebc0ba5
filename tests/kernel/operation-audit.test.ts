import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { loggedIn, operation, publicOperation } from '~/kernel/operation.server';
import { conflict } from '~/kernel/problem';
import {
  actor,
  caller,
  facts,
  insert,
  named,
  nothing,
  operationTests,
  recorded,
  services,
  status,
} from '../support/operations';

operationTests();

describe('the audit log', () => {
  const entries = () =>
    services.db
      .selectFrom('audit_log')
      .select(['organization_uuid', 'actor_uuid', 'operation', 'action', 'request_id'])
      .orderBy('id')
      .execute();
  beforeEach(() => sql`truncate audit_log`.execute(services.db));

  it('the audit log says who did what to what, once, in the same transaction', async () => {
    const scope = { organization: '00000000-0000-4000-8000-000000000003' };
    const declared = operation({
      summary: 'Insert a fact',
      input: named,
      subject: () => ({ scope, kind: 'Tatsache' }),
      may: () => true,
      async run({ db, input }) {
        await insert(db, input.name);
        expect(await entries()).toEqual([]);
        return input.name.length;
      },
      audit: ({ actor: { firstName }, input, subject, output }) =>
        `${subject.kind} „${input.name}“ (${output}) von ${firstName}`,
    });
    await declared.perform(caller(), { name: 'neu' });
    expect(await entries()).toEqual([
      {
        organization_uuid: scope.organization,
        actor_uuid: actor.uuid,
        operation: 'Insert a fact',
        action: 'Tatsache „neu“ (3) von Anna',
        request_id: 'request',
      },
    ]);
  });

  it('the audit log names whom an operation concerned when nobody was logged in', async () => {
    const user = '00000000-0000-4000-8000-000000000004';
    const organization = '00000000-0000-4000-8000-000000000005';
    const declared = publicOperation({
      summary: 's',
      input: nothing,
      run: ({ concerns }) => concerns({ user, organization }),
      audit: 'Getan',
    });
    await declared.perform(caller(null), {});
    expect(await entries()).toMatchObject([{ actor_uuid: user, organization_uuid: organization }]);
  });

  it('the audit log has no entry for an operation that was refused, failed or could not be described', async () => {
    const fails = publicOperation({
      summary: 'fails',
      input: nothing,
      async run({ db }) {
        await insert(db, 'taken back');
        throw conflict('a refusal');
      },
      audit: 'Getan',
    });
    const unspeakable = publicOperation({
      summary: 'unspeakable',
      input: nothing,
      run: ({ db }) => insert(db, 'taken back, too'),
      audit: () => {
        throw new Error('no words');
      },
    });
    const { declared: refused } = recorded({ allowed: false });
    await status(fails.perform(caller(), {}));
    await status(unspeakable.perform(caller(), {}));
    await status(refused.perform(caller(), { name: 'a' }));
    expect([await entries(), await facts()]).toEqual([[], []]);
  });

  it('a write whose entry in the log fails leaves nothing behind', async () => {
    const { declared } = recorded();
    const failing = { ...caller(), requestId: '\0' };
    await expect(declared.perform(failing, { name: 'unlogged' })).rejects.toMatchObject({
      code: '22021',
    });
    expect(await facts()).toEqual([]);
    // The connection is as good as new.
    expect(await status(declared.perform(caller(), { name: 'next' }))).toBe(200);
  });

  it('the audit log has one entry for a form that was sent twice', async () => {
    const { uuid } = await services.db
      .insertInto('users')
      .values({ first_name: 'A', last_name: 'B', email: 'a@b.de', password_hash: '' })
      .returning('uuid')
      .executeTakeFirstOrThrow();
    const declared = operation({
      summary: 'once',
      input: named,
      once: true,
      may: loggedIn,
      run: ({ db, input }) => insert(db, input.name).then(() => null),
      audit: 'Getan',
    });
    const submission = { ...caller({ ...actor, uuid }), key: 'key' };
    await Promise.all([1, 2, 3].map(() => declared.perform(submission, { name: 'a' })));
    expect(await entries()).toHaveLength(1);
  });
});
