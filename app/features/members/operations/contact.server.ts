import { notifyOfContact } from '~/features/outbox/queries.server';
import { type Actor, scopeOf } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import { loggedIn, operation } from '~/kernel/operation.server';
import { tooMany } from '~/kernel/problem';
import { nextVersion, requireSame } from '~/kernel/version.server';
import {
  type ContactField,
  contactFieldNames,
  digitsOf,
  memberFields,
  RELEASABLE,
} from '../fields';
import * as policy from '../policy';
import { contactValues, ownContact } from '../queries.server';
import { inWord, partsInWords } from '../rules/field-words';
import { contact, memberIfNamed } from '../schema';
import { named } from '../wording';

/** Contact data, which members change themselves, and to whom they show it (O2, O3). */

/** The user's own members, one of each club at most. */
const ownMembers = ({ organizations }: Actor) =>
  organizations.flatMap(({ uuid, name, member }) =>
    member ? [{ member, organization: uuid, club: name }] : [],
  );

/** The chosen one; by default the active club's, or the first. */
async function ownMemberIfAny({ db, actor }: Context, { member }: { member?: string }) {
  const all = ownMembers(actor);
  const own = member
    ? all.find((each) => each.member === member)
    : (all.find(({ organization }) => organization === actor.activeOrganization) ?? all[0]);
  if (!own) return member ? null : { own: null, stored: null, all };
  const stored = await ownContact(db, own.member).executeTakeFirst();
  return stored ? { scope: scopeOf(actor, own.organization), own, stored, all } : null;
}

export const readOwnContact = operation({
  summary: "Read one's own contact data in a club, and who sees it",
  input: memberIfNamed,
  subject: ownMemberIfAny,
  may: loggedIn,
  read: ({ subject: { own, stored, all } }) => ({ own, stored, all }),
});

async function ownMemberToChange({ db, actor }: Context, { member }: { member: string }) {
  const own = ownMembers(actor).find((each) => each.member === member);
  const scope = own && scopeOf(actor, own.organization);
  const stored = own && (await ownContact(db, member).forNoKeyUpdate('members').executeTakeFirst());
  return own && scope && stored ? { scope, own, stored } : null;
}

export const updateOwnContact = operation({
  summary: "Change one's own contact data in a club, and show it to its members or not",
  input: contact,
  edits: true,
  subject: ownMemberToChange,
  may: policy.isOneself,
  async run({ db, actor, input, services: { limits }, subject: { own, stored }, version }) {
    const { member, released, ...given } = input;
    const isOther = (name: ContactField) => given[name] !== stored[name];
    const changed = contactFieldNames.filter(
      (name) => isOther(name) && !isSameNumber(name, given[name], stored[name]),
    );
    const shown = RELEASABLE.filter(
      (part) => released.includes(part) !== stored.released.includes(part),
    );
    const { firstName, lastName } = stored;
    const output = {
      member,
      firstName,
      lastName,
      club: own.club,
      changed: partsOf(changed),
      shown,
    };
    if (!contactFieldNames.some(isOther) && shown.length === 0) return output;
    if (version !== undefined && version !== stored.version)
      requireSame(stored.version, inWords(given, released), inWords(stored, stored.released));
    const spent = await limits.spend(db, { contactsOfUser: actor.uuid });
    if (spent) throw tooMany(spent.wait);
    await db
      .updateTable('members')
      .set({ ...contactValues(given), released, version: nextVersion })
      .where('organization_uuid', '=', own.organization)
      .where('uuid', '=', member)
      .execute();
    if (changed.length > 0)
      await notifyOfContact(db, { organization: own.organization, member }, output.changed, actor);
    return output;
  },
  audit: ({ output: { changed, shown, ...member } }) =>
    [
      changed.length > 0 && `Kontaktdaten geändert (${partsInWords(changed)})`,
      shown.length > 0 && `Freigabe geändert (${partsInWords(shown)})`,
    ]
      .filter(Boolean)
      .map((what) => `${named(member)}: ${what}`)
      .join(', ') || null,
});

const partsOf = (names: readonly ContactField[]) => {
  const parts = new Set(names.map((name) => memberFields[name].part));
  return RELEASABLE.filter((part) => parts.has(part));
};

const isSameNumber = (name: ContactField, one: string, other: string) =>
  memberFields[name].type === 'phone' && digitsOf(one) === digitsOf(other);

const inWords = (fields: Record<ContactField, string>, released: readonly string[]) => ({
  ...Object.fromEntries(contactFieldNames.map((name) => [name, inWord(name, fields[name])])),
  released: partsInWords(RELEASABLE.filter((part) => released.includes(part))),
});
