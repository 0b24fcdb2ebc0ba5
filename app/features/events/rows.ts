import type { Places } from './view';

/** A row of the list: no more than it shows. */
export interface EventRow extends Partial<Places> {
  readonly uuid: string;
  readonly name: string;
  /** '05. März 2030' */
  readonly date: string;
  readonly past: boolean;
  readonly registered: boolean;
  readonly polls: number;
  /** One of the polls waits for an answer. */
  readonly unanswered: boolean;
}

/**
 * The rows as one text: they travel to the browser twice, as markup and as data, and as objects
 * they would be a kilobyte more. Names have neither tabs nor line breaks.
 */
export function packed(rows: readonly EventRow[]): string {
  const lines = rows.map(({ uuid, name, date, max, taken, polls, ...row }) => {
    const flags = [row.past && 'p', row.registered && 'r', row.unanswered && 'u'];
    return [uuid, name, date, flags.filter(Boolean).join(''), max, taken, polls || ''].join('\t');
  });
  return lines.map((line) => line.trimEnd()).join('\n');
}

export function unpacked(text: string): EventRow[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [uuid = '', name = '', date = '', flags = '', max, taken, polls] = line.split('\t');
    return {
      uuid,
      name,
      date,
      past: flags.includes('p'),
      registered: flags.includes('r'),
      unanswered: flags.includes('u'),
      polls: Number(polls ?? 0),
      ...(max && { max: Number(max), taken: Number(taken) }),
    };
  });
}
