/** Numbers as people read them. Like dates.ts it runs in the browser too. */

/** '1.250' */
export const inFull = (count: number): string => count.toLocaleString('de');

/** '1 Person', '1.250 Personen' */
export const counted = (count: number, one: string, many: string): string =>
  `${inFull(count)} ${count === 1 ? one : many}`;
