import { sql } from 'kysely';
import { Problem } from './problem';

/**
 * Edits that do not overwrite one another: each goes out from the version that its author has seen.
 */

/**
 * Someone else has edited it since; what they made of it stands at the fields. 412 where a call
 * asked by If-Match.
 */
export class Outdated extends Problem {
  constructor(
    /**
     * The present one: who goes out from it has seen what stands here, and overwrites it knowingly.
     */
    readonly version: number,
    errors: Record<string, readonly string[]>,
  ) {
    super(
      409,
      'Inzwischen geändert',
      'Jemand anderes hat das inzwischen geändert. Wenn Sie erneut speichern, gilt Ihre Fassung.',
      errors,
    );
  }

  override at(errors: Record<string, readonly string[]>): Outdated {
    return new Outdated(this.version, errors);
  }
}

/** For the `set` of an edit, and of nothing else. */
export const nextVersion = sql<number>`version + 1`;

/**
 * For the `where` of an edit, which then waits for another one under way and looks at what that one
 * made of it.
 */
export function stillAt(version: number | undefined) {
  return version === undefined ? sql<boolean>`true` : sql<boolean>`version = ${version}`;
}

/**
 * Decides what becomes of an edit that found another version than it went out from.
 * @param wanted the edit's fields as people read them; `present` what stands there now
 * @throws Outdated unless both are the same: then a form was sent twice, and what it asks for is
 *   done
 */
export function requireSame(
  version: number,
  wanted: Readonly<Record<string, string>>,
  present: Readonly<Record<string, unknown>>,
): void {
  const differing = Object.entries(wanted).filter(([field, text]) => text !== present[field]);
  if (differing.length === 0) return;
  const errors = differing.map(([field]) => [
    field,
    [`Inzwischen geändert zu: ${present[field] || '(leer)'}`],
  ]);
  throw new Outdated(version, Object.fromEntries(errors));
}
