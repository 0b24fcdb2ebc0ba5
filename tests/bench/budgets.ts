import type { Visit } from './first-visit';

const KIB = 1024;

/** A limit on one figure of a visit. */
interface Budget {
  readonly what: string;
  readonly of: (visit: Visit) => number;
  readonly most: number;
}

const total = ({ html, css, js, other }: Visit) => html + css + js + other;

/** The budgets. Public screens need no script and fit in 20 KiB. */
const PUBLIC: readonly Budget[] = [
  { what: 'bytes in all', of: total, most: 20 * KIB },
  { what: 'requests', of: ({ requests }) => requests, most: 4 },
];
const page = ({ js, requests }: { js: number; requests: number }): readonly Budget[] => [
  { what: 'bytes of JavaScript', of: (visit) => visit.js, most: js * KIB },
  { what: 'bytes of CSS', of: ({ css }) => css, most: 10 * KIB },
  { what: 'bytes of HTML', of: ({ html }) => html, most: 12 * KIB },
  { what: 'requests', of: (visit) => visit.requests, most: requests },
];
const PAGES = {
  public: PUBLIC,
  list: page({ js: 95, requests: 10 }),
  // A list that also asks, and says whose events it shows.
  board: page({ js: 96, requests: 10 }),
  // With one file more, of the fields and questions that they share with dialogs.
  asking: page({ js: 100, requests: 11 }),
};
/**
 * A form is a dialog over its list and may add only this much, in KiB; of code in any case. 7 KiB
 * of it are what all dialogs share, which lists do without.
 */
const FORM_ADDS = 24;

/** 'asking' is a page with fields or questions of its own. */
type Kind = 'public' | 'list' | 'board' | 'asking' | 'form';

export interface Screen {
  readonly path: string;
  readonly kind: Kind;
  /** The list below a form. */
  readonly over?: string;
  /** KiB that a form may add, if not as little as others. */
  readonly adds?: number;
}

/** @returns a message for each exceeded budget */
export function aboveBudget(
  { path, kind, over, adds = FORM_ADDS }: Screen,
  visits: ReadonlyMap<string, Visit>,
): string[] {
  const visit = visits.get(path);
  if (!visit) return [`${path} was not visited`];
  if (kind === 'form') {
    const list = over && visits.get(over);
    if (!list) return [`${path}: the list below it was not visited`];
    const more = [
      { what: 'bytes', added: total(visit) - total(list), most: adds * KIB },
      { what: 'bytes of JavaScript', added: visit.js - list.js, most: FORM_ADDS * KIB },
    ];
    return more
      .filter(({ added, most }) => added > most)
      .map(
        ({ what, added, most }) => `${path}: ${added} ${what} more than ${over}, at most ${most}`,
      );
  }
  return PAGES[kind]
    .filter(({ of, most }) => of(visit) > most)
    .map(({ what, of, most }) => `${path}: ${of(visit)} ${what}, at most ${most}`);
}
