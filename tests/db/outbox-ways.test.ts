import { describe, expect, it } from 'vitest';
import { add, choose, clubAt, drainAll, mailsOf, waitingOf } from '../support/outbox-lab';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab();

describe('the way of each notification (N2)', () => {
  it('a user who has chosen no mails gets none, and it never comes back (N2)', async () => {
    const { organization, user, event } = await clubAt(lab);
    await choose(lab.db, organization, user, 'event_changed', 'off');
    await add(lab.db, { kind: 'event_changed', user, event });
    await drainAll(lab.db);
    await choose(lab.db, organization, user, 'event_changed', 'mail');
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toEqual([]);
    expect(await waitingOf(lab.db, organization)).toEqual([]);
  });

  it("the club's defaults hold for users who have chosen nothing, and replies to their own actions always come (N2)", async () => {
    const { organization, user, event } = await clubAt(lab);
    const other = await lab.make.userOf(organization);
    for (const topic of ['event_changed', 'place_free'] as const)
      await choose(lab.db, organization, null, topic, 'off');
    await choose(lab.db, organization, other, 'event_changed', 'mail');
    for (const kind of ['event_changed', 'promoted', 'opened', 'removed'])
      for (const receiver of [user, other]) await add(lab.db, { kind, user: receiver, event });
    await drainAll(lab.db);
    const mails = await mailsOf(lab.db, organization);
    expect(mails.filter((mail) => mail.user === user.uuid).map(({ tells }) => tells)).toEqual([
      ['promoted'],
      ['removed'],
    ]);
    expect(mails.filter((mail) => mail.user === other.uuid).map(({ tells }) => tells)).toEqual([
      ['event_changed'],
      ['promoted'],
      ['removed'],
    ]);
  });

  it('what was chosen in one club says nothing about another (N2)', async () => {
    const [one, two] = [await clubAt(lab), await clubAt(lab)];
    await lab.make.belongs(one.user, two.organization);
    await choose(lab.db, one.organization, one.user, 'event_changed', 'off');
    await add(lab.db, { kind: 'event_changed', user: one.user, event: two.event });
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, two.organization)).toHaveLength(1);
  });
});
