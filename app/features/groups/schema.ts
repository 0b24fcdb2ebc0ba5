import { z } from 'zod';
import { membersPage } from '~/features/members/schema';
import { id, optionalText, requiredText } from '~/kernel/fields';
import { COLORS } from './fields';

const name = requiredText(100, 'Bitte einen Namen eingeben.');
const color = z.enum(COLORS, 'Bitte eine Farbe wählen.').meta({ id: 'GroupColor' });

export const newGroup = z.strictObject({ organization: id, name, color: color.optional() });

export const groupId = z.strictObject({ group: id });

/** What is left out beyond the name stays as it is. A group cannot move to another organisation. */
export const changedGroup = groupId.extend({
  belongsTo: id.optional(),
  name,
  color: color.optional(),
  archived: z.boolean('Erwartet wird true oder false.').optional(),
});

export const membership = groupId.extend({ member: id });

export const newMembership = membership.extend({
  leader: z.boolean('Erwartet wird true oder false.').default(false),
});

/** A choice of a form, which a box would not post if unticked. */
const ticked = z
  .enum(['on'])
  .optional()
  .transform((on) => on === 'on');

export const changedGroupForm = changedGroup.omit({ belongsTo: true }).extend({ archived: ticked });

export const membershipForm = membership.extend({ leader: ticked });

/** Members on one list; a larger club is searched. */
export const MEMBERS_ON_ONE_LIST = 1000;

export const groupMembersPage = groupId.extend({ q: membersPage.shape.q });

const several = z
  .array(id, 'Erwartet wird eine Liste.')
  .max(MEMBERS_ON_ONE_LIST, `Höchstens ${MEMBERS_ON_ONE_LIST}.`)
  .default([]);

/** Of the members in question, those in `members` belong to the group and the others not. */
export const chosenMembers = groupId.extend({
  inQuestion: several,
  members: several,
  /** Names that were pasted, one of each line. */
  names: optionalText(60_000),
  q: optionalText(200),
  search: z.string().max(1).optional(),
});
