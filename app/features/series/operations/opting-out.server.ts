import * as policy from '~/features/events/policy';
import { NO_LINKED_MEMBER } from '~/features/events/wording';
import type { Scope } from '~/kernel/actor';
import { inScope, operation } from '~/kernel/operation.server';
import { conflict } from '~/kernel/problem';
import { deleteOptOut, insertOptOut, optOutsOf } from '../queries/opt-outs.server';
import { seriesInScope } from '../queries.server';
import { seriesId } from '../schema';
import { askedAgain, askedNoMore } from '../wording';

/** Opting out of a series (U6). */

export const readOptOut = operation({
  summary: "Read whether a series concerns the current user's member",
  description:
    '`members`: how many have said that it does not concern them; for users who may edit its events.',
  input: seriesId,
  subject: seriesInScope,
  may: inScope,
  async read({ db, subject: { scope, series, event } }) {
    const { own, members } = await optOutsOf(db, scope, series);
    return { optedOut: own, members: policy.edit({ scope, event }) ? members : null };
  },
});

export const optOut = operation({
  summary: "Say that a series does not concern the current user's member",
  description:
    'They are asked for none of its dates any more, nor told of new ones; answers stay, and they may still answer. Once ' +
    'more changes nothing. 409: no member is linked.',
  input: seriesId,
  subject: seriesInScope,
  may: inScope,
  async run({ db, actor, subject: { scope, series } }) {
    const its = { series: series.uuid, member: linkedMember(scope), user: actor.uuid };
    return { name: series.template.name, changed: await insertOptOut(db, its) };
  },
  audit: ({ output }) => (output.changed ? askedNoMore(output) : null),
});

export const withdrawOptOut = operation({
  summary: "Say that a series concerns the current user's member after all",
  description: 'From now on they are asked again. 409: no member is linked.',
  input: seriesId,
  subject: seriesInScope,
  may: inScope,
  async run({ db, subject: { scope, series } }) {
    const its = { series: series.uuid, member: linkedMember(scope) };
    return { name: series.template.name, changed: await deleteOptOut(db, its) };
  },
  audit: ({ output }) => (output.changed ? askedAgain(output) : null),
});

function linkedMember({ member }: Scope): string {
  if (member === null) throw conflict(NO_LINKED_MEMBER);
  return member;
}
