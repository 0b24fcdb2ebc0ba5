import type { Visit } from './first-visit';

const KIB = 1024;

/** A limit on one number of a visit. */
interface Budget {
  readonly what: string;
  readonly of: (visit: Visit) => number;
  readonly most: number;
}

const total = ({ html, css, js, other }: Visit) => html + css + js + other;

/**
 * The numbers to build towards: public screens need no script and fit in 20 KiB; lists and forms of
 * the shell.
 */
const PUBLIC: readonly Budget[] = [
  { what: 'bytes in all', of: total, most: 20 * KIB },
  { what: 'requests', of: ({ requests }) => requests, most: 4 },
];
const LIST: readonly Budget[] = [
  { what: 'bytes of JavaScript', of: ({ js }) => js, most: 95 * KIB },
  { what: 'bytes of CSS', of: ({ css }) => css, most: 10 * KIB },
  { what: 'bytes of HTML', of: ({ html }) => html, most: 10 * KIB },
  { what: 'requests', of: ({ requests }) => requests, most: 10 },
];
/** A form stands over its list: what comes with it may not be more than that. */
const FORM_ADDS = 12 * KIB;

export type Kind = 'public' | 'list' | 'form';

export interface Screen {
  readonly path: string;
  readonly kind: Kind;
  /** Of a form: the list that it stands over. */
  readonly over?: string;
}

/** @returns what is above its budget, in words; empty if nothing is */
export function aboveBudget(
  { path, kind, over }: Screen,
  visits: ReadonlyMap<string, Visit>,
): string[] {
  const visit = visits.get(path);
  if (!visit) return [`${path} was not visited`];
  if (kind === 'form') {
    const list = over && visits.get(over);
    if (!list) return [`${path}: the list below it was not visited`];
    const added = total(visit) - total(list);
    return added > FORM_ADDS
      ? [`${path}: ${added} bytes more than ${over}, at most ${FORM_ADDS}`]
      : [];
  }
  return (kind === 'public' ? PUBLIC : LIST)
    .filter(({ of, most }) => of(visit) > most)
    .map(({ what, of, most }) => `${path}: ${of(visit)} ${what}, at most ${most}`);
}
