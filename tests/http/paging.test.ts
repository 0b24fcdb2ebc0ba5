import { describe, expect, it } from 'vitest';
import { api } from '~/api';
import { testApp } from '../support/app';
import { contractOf } from '../support/contract';
import { pathOf, type Sample } from '../support/requests';
import { mightyScene, type Scene } from '../support/roles';
import { otherUser, someEvent, someMember, someMessage, somePoll } from '../support/scene-objects';

const app = testApp();

const times = (scene: Scene, make: (scene: Scene) => Promise<unknown>) =>
  [1, 2, 3, 4].reduce(
    (made, _number) => made.then(() => make(scene)),
    Promise.resolve<unknown>(null),
  );

const inOrganization = async (
  scene: Scene,
  make: (scene: Scene) => Promise<unknown>,
): Promise<Sample> => {
  await times(scene, make);
  return { params: { organization: scene.organization.uuid }, query: {} };
};
const ofOrganization = async (
  scene: Scene,
  make: (scene: Scene) => Promise<unknown>,
): Promise<Sample> => {
  await times(scene, make);
  return { query: { organization: scene.organization.uuid } };
};

/** How to fill each list. */
const lists: Record<string, (scene: Scene) => Promise<Sample>> = {
  'GET /event': (scene) => ofOrganization(scene, someEvent),
  'GET /member': (scene) => ofOrganization(scene, someMember),
  'GET /event/:event/answers': async (scene) => {
    const event = await someEvent(scene);
    await times(scene, async () => app.make.registration(event, await someMember(scene)));
    return { params: { event: event.uuid }, query: { of: 'yes' } };
  },
  'GET /event/:event/waiting-list': async (scene) => {
    const event = await app.make.event(scene.organization, { max: 0 });
    await times(scene, async () => app.make.waiting(event, await someMember(scene)));
    return { params: { event: event.uuid } };
  },
  'GET /event/poll': async (scene) => {
    const { event } = await somePoll(scene);
    const { uuid } = scene.organization;
    await times(scene, () => app.make.poll({ uuid: event, organization: uuid }));
    return { query: { event } };
  },
  'GET /organization': async (scene) => {
    await times(scene, async () => app.make.belongs(scene.actor, await app.make.organization()));
    return {};
  },
  'GET /organization/:organization/messages': (scene) => inOrganization(scene, someMessage),
  'GET /organization/:organization/users': (scene) => inOrganization(scene, otherUser),
  'GET /organization/:organization/connected-users': (scene) => inOrganization(scene, otherUser),
  'GET /organization/:organization/connected-users/member-mapping': (scene) =>
    inOrganization(scene, otherUser),
  'GET /user': async () => ({}),
};

describe('API lists (G7)', () => {
  const paged = Object.entries(api).filter(
    ([, { operation }]) => 'cursor' in operation.input.shape,
  );

  it('this file covers every call that takes a cursor (G7)', () => {
    expect(paged.map(([call]) => call).sort()).toEqual(Object.keys(lists).sort());
  });

  for (const [call] of paged) {
    it(`the list ${call} returns the same rows, once each, whole or by following the links, and refuses an invalid limit or cursor (G7)`, async () => {
      const contract = await contractOf(app);
      const scene = await mightyScene(app);
      const { params, query } = (await lists[call]?.(scene)) ?? {};
      const path = pathOf(call, { params });
      const address = (more: Record<string, string>) =>
        `${path}?${new URLSearchParams({ ...query, ...more })}`;

      const whole = await scene.visitor.call('GET', address({}));
      contract.check(call, whole);
      expect(whole.headers.get('Link')).toBeNull();
      expect(whole.json.length).toBeGreaterThan(3);

      for (const limit of [1, 2, whole.json.length]) {
        const rows: unknown[] = [];
        let next: string | undefined = `/api${address({ limit: String(limit) })}`;
        while (next) {
          const page = await scene.visitor.get(next);
          contract.check(call, page, next);
          expect(page.json.length).toBeLessThanOrEqual(limit);
          rows.push(...page.json);
          expect(rows.length).toBeLessThanOrEqual(whole.json.length);
          next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('Link') ?? '')?.[1];
        }
        expect(rows).toEqual(whole.json);
      }

      for (const [field, value] of [
        ['limit', '0'],
        ['limit', '-1'],
        ['limit', '1.5'],
        ['limit', 'x'],
        ['limit', '1001'],
        // Any text may come after an address.
        ['cursor', call === 'GET /user' ? '' : 'nonsense'],
      ]) {
        const response = await scene.visitor.call('GET', address({ [field ?? '']: value ?? '' }));
        expect([field, value, response.status, Object.keys(response.json.errors)]).toEqual([
          field,
          value,
          422,
          [field],
        ]);
      }
    });
  }
});
