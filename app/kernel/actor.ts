/** The logged-in user and their rights. Shared by server and screens. */

export const PERMISSIONS = ['ORGANIZATION_ADMIN', 'EDIT_EVENTS', 'EDIT_MEMBERS'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** A user's rights in one organisation: plain data for policies, in the browser too. */
export interface Powers {
  readonly permissions: readonly Permission[];
  /** The member record linked to the user, as which they register and answer (E7). */
  readonly member: string | null;
  /** The groups that this member leads (U8). */
  readonly leads: readonly string[];
  readonly systemAdmin: boolean;
}

declare const minted: unique symbol;

/**
 * An organisation that the actor may see. Queries take a scope instead of an organisation's id, and
 * only scopeOf makes one: an unchecked id does not type-check.
 */
export interface Scope extends Powers {
  readonly [minted]: true;
  readonly organization: string;
}

export interface Affiliation {
  readonly uuid: string;
  readonly name: string;
  /** The zone of its clock, by its IANA name. */
  readonly timeZone: string;
  readonly member: string | null;
  readonly leads: readonly string[];
  /** Whose events they look at, as they chose last (U5). */
  readonly shown: 'all' | 'mine';
  /** The permissions in force: none while they rest. */
  readonly permissions: readonly Permission[];
  readonly granted: readonly Permission[];
  /**
   * From when this club requires a second factor from this user, an admin without one (T6); ISO
   * 8601, null if not required.
   */
  readonly factorDue: string | null;
  /** The day of that moment in the club's own time zone, 'YYYY-MM-DD'. */
  readonly factorDueOn: string | null;
  /** True while the permissions rest, as the second factor is overdue (T6). */
  readonly resting: boolean;
}

/** A user or a member, by name. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
}

export interface Actor extends Person {
  readonly uuid: string;
  readonly email: string;
  readonly systemAdmin: boolean;
  readonly session: {
    readonly uuid: string;
    readonly kind: 'browser' | 'mobile';
    readonly validUntil: Date;
    /**
     * How the user has proved their identity within the last ten minutes (T2): by a log-in or the
     * password, or by a code of the second factor, which counts for more. Null if they have not.
     */
    readonly proof: 'password' | 'code' | null;
  };
  /** True if the account has a second factor that was confirmed (T3). */
  readonly hasFactor: boolean;
  /** Sorted by name. */
  readonly organizations: readonly Affiliation[];
  /** The organisation that a system administrator visits without belonging to it (table H). */
  readonly visited: Affiliation | null;
  /** Chosen in the header: one of `organizations`, or `visited`; null if there is none. */
  readonly activeOrganization: string | null;
}

/** The actor's role in the active organisation, even if they only visit it. */
export const activeAffiliation = ({
  organizations,
  visited,
  activeOrganization,
}: Actor): Affiliation | null =>
  organizations.find(({ uuid }) => uuid === activeOrganization) ?? visited;

/**
 * The actor's scope in an organisation; null if they must not learn that it exists. A system
 * administrator gets one for any id: the caller's query finds out whether it exists.
 */
export function scopeOf(
  actor: Pick<Actor, 'systemAdmin'> & {
    readonly organizations: readonly Pick<
      Affiliation,
      'uuid' | 'member' | 'leads' | 'permissions'
    >[];
  },
  organization: string,
): Scope | null {
  const own = actor.organizations.find(({ uuid }) => uuid === organization);
  if (!own && !actor.systemAdmin) return null;
  const powers: Powers & { organization: string } = {
    organization,
    member: own?.member ?? null,
    leads: own?.leads ?? [],
    permissions: own?.permissions ?? [],
    systemAdmin: actor.systemAdmin,
  };
  return powers as Scope;
}

/** True if these powers include a permission; a system administrator has them all (table H). */
export function holds(
  powers: Pick<Powers, 'permissions' | 'systemAdmin'>,
  permission: Permission,
): boolean {
  return powers.systemAdmin || powers.permissions.includes(permission);
}
