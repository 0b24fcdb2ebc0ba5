import { scopeInOrganization } from '~/features/organizations/queries.server';
import { operation } from '~/kernel/operation.server';
import { invalid } from '~/kernel/problem';
import * as policy from '../policy';
import { namesTaken } from '../queries.server';
import { countMembers } from '../rules/budgets.server';
import { areApart, type PastedLine, readLines } from '../rules/pasted.server';
import { chosenMembers, pastedMembers } from '../schema';
import { ALREADY_THERE, memberCount, sameNameAs } from '../wording';

/** Members created from pasted names. */

export const previewMembers = operation({
  summary: 'Read names that were pasted, before members are created of them',
  input: pastedMembers,
  subject: scopeInOrganization,
  may: policy.edit,
  async read({ db, input, subject }) {
    const read = readLines(input.lines);
    const taken = await namesTaken(
      db,
      subject.scope,
      read.filter(({ fault }) => !fault),
    );
    const known = new Set(taken.map(keyOf));
    const above = new Map<string, PastedLine[]>();
    return {
      isMore: read.some(({ others }) => others.some(Boolean)),
      lines: read.map((line) => {
        const { others: _onlyCompared, ...shown } = line;
        if (line.fault) return shown;
        const namesakes = above.get(keyOf(line)) ?? [];
        above.set(keyOf(line), [...namesakes, line]);
        if (known.has(keyOf(line)) || namesakes.some((other) => !areApart(line, other)))
          return { ...shown, doubt: ALREADY_THERE, isLeftOut: true };
        const [first] = namesakes;
        return first ? { ...shown, doubt: sameNameAs(first.at) } : shown;
      }),
    };
  },
});

const keyOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  JSON.stringify([firstName, lastName]);

export const createMembers = operation({
  summary: 'Create the members of pasted names, all or none',
  input: chosenMembers,
  once: true,
  counts: ({ chosen }) => chosen.length,
  subject: scopeInOrganization,
  may: policy.edit,
  async run({ db, actor, input, services: { limits }, subject: { scope } }) {
    const chosen = new Set(input.chosen.map(Number));
    const lines = readLines(input.lines).filter(({ at }) => chosen.has(at));
    const faults = lines.filter(({ fault }) => fault);
    if (lines.length < chosen.size || faults.length > 0)
      throw invalid({
        lines: faults.slice(0, 5).map(({ at, fault }) => `Zeile ${at}: ${fault}`),
        chosen: ['Bitte die Vorschau noch einmal ansehen.'],
      });
    await countMembers(db, limits, actor, lines.length);
    await db
      .insertInto('members')
      .values(
        lines.map(({ firstName, lastName }) => ({
          organization_uuid: scope.organization,
          first_name: firstName,
          last_name: lastName,
        })),
      )
      .execute();
    return { count: lines.length };
  },
  audit: ({ output: { count } }) => `${memberCount(count)} angelegt`,
});
