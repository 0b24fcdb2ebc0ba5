import { z } from 'zod';
import { only, without } from '~/doors/wire';
import { COLORS } from './fields';
import type { Group, GroupMember } from './queries.server';

/** The API's shapes of groups (U10). */

const color = z.enum(COLORS).meta({ id: 'GroupColor' });

/** Read-only fields of a group, ignored if sent back. */
const readOnly = { members: z.int().min(0), leaders: z.array(z.guid()) };

export const group = z
  .object({
    uuid: z.guid(),
    organization: z.guid(),
    name: z.string(),
    color,
    archived: z.boolean(),
    ...readOnly,
  })
  .meta({ id: 'Group' });

export const groups = z.array(group);

export const groupToWire = ({ archivedAt, leaders, ...stored }: Group) =>
  only(group)({
    ...stored,
    archived: archivedAt !== null,
    leaders: leaders.map(({ uuid }) => uuid),
  });

/** The whole group as it was read. */
export const groupBody = z.strictObject({
  uuid: z.guid(),
  organization: z.guid().optional(),
  name: z.string(),
  color: color.optional(),
  archived: z.boolean().optional(),
  ...z.object(readOnly).partial().shape,
});
export const groupSpelling = { group: ['uuid'], belongsTo: ['organization'] };

export const groupFromWire = without(...Object.keys(readOnly));

const groupMember = z
  .object({ uuid: z.guid(), leader: z.boolean(), since: z.iso.datetime({ offset: true }) })
  .meta({ id: 'GroupMember' });
export const groupMembers = z.array(groupMember);

export const memberToWire = ({ since, ...member }: GroupMember) =>
  only(groupMember)({ ...member, since: since.toISOString() });
