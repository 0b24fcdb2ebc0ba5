import { z } from 'zod';
import { membersPage } from '~/features/members/schema';
import { id, ids, optionalText, requiredText, ticked, yesOrNo } from '~/kernel/fields';
import { COLORS } from './fields';

const name = requiredText(100, 'Bitte einen Namen eingeben.');
const color = z.enum(COLORS, 'Bitte eine Farbe wählen.').meta({ id: 'GroupColor' });

export const newGroup = z.strictObject({ organization: id, name, color: color.optional() });

export const groupId = z.strictObject({ group: id });

/** Apart from the name, what is left out stays as it is. A group cannot change its organisation. */
export const changedGroup = groupId.extend({
  belongsTo: id.optional(),
  name,
  color: color.optional(),
  archived: yesOrNo.optional(),
});

export const membership = groupId.extend({ member: id });

export const newMembership = membership.extend({
  leader: yesOrNo.default(false),
});

export const changedGroupForm = changedGroup.omit({ belongsTo: true }).extend({ archived: ticked });

export const membershipForm = membership.extend({ leader: ticked });

/** Members on one list; a larger club is searched. */
export const MEMBERS_ON_ONE_LIST = 1000;

export const groupMembersPage = groupId.extend({ q: membersPage.shape.q });

const several = ids(MEMBERS_ON_ONE_LIST).default([]);

/** Those in `members` alone join the group, those in `inQuestion` alone leave it; in both, no change. */
export const chosenMembers = groupId.extend({
  inQuestion: several,
  members: several,
  /** Pasted names, one per line. */
  names: optionalText(60_000),
  q: optionalText(200),
  search: z.string().max(1).optional(),
});
