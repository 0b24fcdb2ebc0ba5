import { z } from 'zod';
import { only } from '~/doors/wire';
import { leftOut, STATES, TARGETS } from './fields';
import type { Import, ShownRow } from './queries.server';
import { rowChoice } from './schema';
import { verdictTexts } from './wording';

const count = z.number().int();

const importRow = z.object({
  line: count,
  verdict: z.enum(Object.keys(verdictTexts) as [keyof typeof verdictTexts]),
  choice: rowChoice,
  said: z.string(),
  member: z.guid().nullable(),
});

/** An import as the API spells it. */
export const memberImport = z
  .object({
    uuid: z.guid(),
    organization: z.guid(),
    name: z.string(),
    state: z.enum(STATES),
    columns: z.array(
      z.object({ heading: z.string(), field: z.enum(TARGETS).meta({ id: 'ImportTarget' }) }),
    ),
    hints: z.array(z.string()).meta({
      description:
        'Columns that are left out, as another one holds the same: what their headings say.',
    }),
    counts: z.object({ unclear: count, faulty: count, changed: count, new: count, same: count }),
    keptGroups: z.array(z.string()).meta({
      description: 'Once it is taken back: groups that came with it and stay, as they are in use.',
    }),
    rows: z.array(importRow),
  })
  .meta({ id: 'MemberImport' });

export function importToWire(found: Import & { readonly rows: readonly ShownRow[] }) {
  const { fileName: name, headings, fields, rows } = found;
  return only(memberImport)({
    ...found,
    name,
    columns: headings.map((heading, at) => ({ heading, field: fields[at] ?? 'none' })),
    hints: leftOut(found),
    rows: rows.map(({ member, ...row }) =>
      only(importRow)({ ...row, member: member?.uuid ?? null }),
    ),
  });
}
