import { fieldColumns, type MemberField, memberFields } from '~/features/members/fields';

/** The fields of a record that can come from either side: all but the last day (O8), which follows access. */

export type MergedField = MemberField;

export const mergedFieldNames: readonly MergedField[] = (
  Object.keys(memberFields) as MemberField[]
).filter((name) => (fieldColumns[name] as string) !== 'left_on');

export const mergedFields = Object.fromEntries(
  mergedFieldNames.map((name) => [
    name,
    { column: fieldColumns[name], label: memberFields[name].label },
  ]),
) as Readonly<Record<MergedField, { readonly column: string; readonly label: string }>>;
