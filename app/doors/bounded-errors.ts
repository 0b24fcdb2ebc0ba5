/** More fields than this nobody reads; the rest is a number. */
export const MAX_NAMED_FIELDS = 20;
const MAX_NAME = 200;

/**
 * A list of errors that is no longer than what people read, however much was wrong: the first
 * fields, and under '' how many more there are.
 * @param beyond how many more there are that `errors` does not hold
 */
export function boundedErrors<Messages extends readonly string[] | null>(
  errors: Readonly<Record<string, Messages>>,
  beyond = 0,
): Record<string, Messages | string[]> {
  const all = Object.entries(errors);
  const named = all
    .slice(0, MAX_NAMED_FIELDS)
    .map(([name, messages]) => [shortened(name), messages] as const);
  const bounded: Record<string, Messages | string[]> = Object.fromEntries(named);
  const more = all.length - named.length + beyond;
  if (more > 0)
    bounded[''] = [...(bounded[''] ?? []), `… und ${more.toLocaleString('de')} weitere.`];
  return bounded;
}

function shortened(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}
