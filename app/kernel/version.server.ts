import { sql } from 'kysely';
import { Problem } from './problem';

/**
 * Keeps edits from overwriting each other: each starts from a version that its author has seen.
 */

/** Somebody else has edited it since; the messages show the new values. The API responds 412. */
export class Outdated extends Problem {
  constructor(
    /** The current version. Sending it back means overwriting it knowingly. */
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

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Problem && Object.getPrototypeOf(value) === Outdated.prototype;
  }

  override at(errors: Record<string, readonly string[]>): Outdated {
    return new Outdated(this.version, errors);
  }
}

/** For the `set` of an edit only. */
export const nextVersion = sql<number>`version + 1`;

/**
 * For the `set` of an edit. If no value differs, the version stays, so that other people's open forms
 * remain valid.
 * @param isOther true if it changes something beside these values
 */
export function edited<Values extends object>(values: Values, isOther = false) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const differs = given.map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`);
  const version = sql<number>`version + (${sql.join([sql.lit(isOther), ...differs], sql` or `)})::int`;
  return { ...values, version };
}

/** For the `where` of an edit, which then waits for a concurrent edit and sees its version. */
export function stillAt(version: number | undefined) {
  return version === undefined ? sql<boolean>`true` : sql<boolean>`version = ${version}`;
}

/**
 * Judges an edit that found a newer version. If nothing would change, the form was sent twice,
 * which is fine.
 * @param wanted the edit's fields as people read them; undefined is one that it does not change
 * @param present the current fields
 * @throws Outdated if they differ
 */
export function requireSame(
  version: number,
  wanted: Readonly<Record<string, string | undefined>>,
  present: Readonly<Record<string, unknown>>,
): void {
  const differing = Object.entries(wanted).filter(
    ([field, text]) => text !== undefined && text !== present[field],
  );
  if (differing.length === 0) return;
  const errors = differing.map(([field]) => [
    field,
    [`Zurzeit gespeichert: ${present[field] || '(leer)'}`],
  ]);
  throw new Outdated(version, Object.fromEntries(errors));
}
