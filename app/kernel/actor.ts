/**
 * Who is asking, and what that person may do where. Types and pure functions, shared by server and
 * screens.
 */

export const PERMISSIONS = ['ORGANIZATION_ADMIN', 'EDIT_EVENTS', 'EDIT_MEMBERS'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * What one user may do in one organisation: plain data that a policy decides on, in the browser
 * too.
 */
export interface Powers {
  readonly permissions: readonly Permission[];
  /** The member record linked to the user, by which they register and answer (E7). */
  readonly member: string | null;
  readonly systemAdmin: boolean;
}

declare const minted: unique symbol;

/**
 * An organisation that this actor may see. Queries take a scope instead of an organisation's id,
 * and only scopeOf makes one, so an id that nobody checked does not type-check.
 */
export interface Scope extends Powers {
  readonly [minted]: true;
  readonly organization: string;
}

export interface Affiliation {
  readonly uuid: string;
  readonly name: string;
  readonly member: string | null;
  readonly permissions: readonly Permission[];
}

export interface Actor {
  readonly uuid: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly systemAdmin: boolean;
  readonly session: { readonly uuid: string; readonly validUntil: Date };
  /** By name. */
  readonly organizations: readonly Affiliation[];
  /**
   * The organisation that a system administrator looks into without belonging to it: table H, last
   * row.
   */
  readonly visited: Affiliation | null;
  /**
   * The one chosen in the header, always one of `organizations` or `visited`; null if there is
   * none.
   */
  readonly activeOrganization: string | null;
}

/**
 * The scope of this actor in an organisation, or null if the organisation must not be known to
 * exist to them. A system administrator gets one for any id: whether the organisation exists is for
 * the caller's query to say.
 */
export function scopeOf(actor: Actor, organization: string): Scope | null {
  const own = actor.organizations.find(({ uuid }) => uuid === organization);
  if (!own && !actor.systemAdmin) return null;
  const powers: Powers & { organization: string } = {
    organization,
    member: own?.member ?? null,
    permissions: own?.permissions ?? [],
    systemAdmin: actor.systemAdmin,
  };
  return powers as Scope;
}

/**
 * Every organisation that the actor may see, for finding an object by its own id; 'all' for a
 * system administrator.
 */
export function visibleOrganizations(actor: Actor): readonly string[] | 'all' {
  return actor.systemAdmin ? 'all' : actor.organizations.map(({ uuid }) => uuid);
}

/** Whether these powers include a permission; a system administrator holds them all (table H). */
export function holds(
  powers: Pick<Powers, 'permissions' | 'systemAdmin'>,
  permission: Permission,
): boolean {
  return powers.systemAdmin || powers.permissions.includes(permission);
}
