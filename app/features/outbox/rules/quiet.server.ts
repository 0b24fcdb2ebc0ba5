import type { Kind, Way } from '../schema';
import { KINDS } from './kinds.server';

/** What decides whether a mail waits for the morning. */
export interface Night {
  readonly now: Date;
  /** When quiet hours end; now, if there are none now (N8). */
  readonly quietUntil: Date;
  /** When the event begins that it is about. */
  readonly start: Date | null;
}

/** Changes this shortly before the start are told at once (N8). */
const SHORTLY_MS = 12 * 3_600_000;

/** Whether a mail waits until quiet hours end. */
export function isKeptQuiet(
  { now, start, quietUntil }: Night,
  kind: Kind,
  way: Exclude<Way, 'off'>,
): boolean {
  if (quietUntil <= now) return false;
  if (start && start > now && quietUntil >= start) return false;
  if (way === 'digest') return true;
  if (KINDS[kind].collects) return !start || start.getTime() - now.getTime() > SHORTLY_MS;
  return !KINDS[kind].atAnyHour;
}
