type InitialsProps = {
  firstName: string;
  lastName: string;
  /** The person's uuid, which chooses the colour. */
  seed: string;
};

/**
 * A person's initials on a disc of their own colour, the same everywhere. It only decorates the
 * name beside it. One short class each, as lists repeat it.
 */
export function Initials({ firstName, lastName, seed }: InitialsProps) {
  return (
    <b className={`i-${hueOf(seed)}`} aria-hidden="true">
      {initialsOf(firstName, lastName)}
    </b>
  );
}

/** 0 to 7. A random id needs no hash: its last digit is as good as any. */
const hueOf = (seed: string) => Number.parseInt(seed.slice(-1), 16) % 8 || 0;

/** 'AM' for Anna von der Mühlen: a capital letter of the last name goes before a particle's. */
function initialsOf(firstName: string, lastName: string): string {
  const first = firstName.match(LETTER)?.[0] ?? '';
  const last = (lastName.match(CAPITAL) ?? lastName.match(LETTER))?.[0] ?? '';
  return (first + last).toUpperCase();
}

const LETTER = /[\p{L}\p{N}]/u;
const CAPITAL = /\p{Lu}/u;
