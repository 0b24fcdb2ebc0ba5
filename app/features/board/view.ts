import { create as createEvents } from '~/features/events/policy';
import type { Answer } from '~/features/events/rules/answering';
import { type Capacity, capacityOf, type Places } from '~/features/events/wording';
import { edit as editMembers } from '~/features/members/policy';
import { administer } from '~/features/organizations/policy';
import type { Powers } from '~/kernel/actor';
import { counted } from '~/numbers';
import { newEventPath } from '~/paths/events';
import { invitingPath } from '~/paths/invitations';
import { newMemberPath } from '~/paths/members';
import { organizationPath } from '~/paths/organizations';
import type { Progress } from './queries.server';

/** The view model of the board: pure, so that every case can be tested. */

export interface BoardEvent {
  readonly uuid: string;
  readonly name: string;
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly when?: 'Heute' | 'Morgen';
  /** '18:00 · Turnhalle' */
  readonly told?: string;
  /** The user's own answer. */
  readonly answer?: Answer;
  /** How many come to an open event that asks (J3). */
  readonly asks?: number;
  /** Its section: events without an answer, attended ones, declined ones, or the rest. */
  readonly part: 'asked' | 'own' | 'declined' | 'rest';
  /** The position on the waiting list. */
  readonly position?: number;
  /** When the answer is due: 'Fr, 12. März, 18:00 Uhr'. */
  readonly until?: string;
  /** What the user can do. */
  readonly does?: 'signUp' | 'signOff' | 'wait' | 'leave';
  /** True if it asks for an answer, so that a no is one, too. */
  readonly canDecline?: true;
  /** Still shown for what was just done, which put it beyond what the board lists. */
  readonly isGone?: true;
  /** None if the event has no limit. */
  readonly places?: Capacity;
}

/** Above this, the number of free places does not matter. */
const PLENTY = 999;

/** How many places of a limited event are left, in short. */
export function placesLeft(places: Places): Capacity {
  const { tone, text } = capacityOf(places);
  if (tone === 'red') return { tone, text };
  const free = places.max - places.taken;
  const left = `${counted(free, 'Platz', 'Plätze')}\u00A0frei`;
  if (tone === 'orange') return { tone, text: `Nur noch ${left}` };
  return { tone, text: free > PLENTY ? 'Freie Plätze' : left };
}

/** How many of these still wait for an answer: one just answered stays in its place for a while. */
export const countUnanswered = (events: readonly BoardEvent[]): number =>
  events.filter(({ answer, isGone }) => !answer && !isGone).length;

const LINES_IN_SIGHT = 5;
/** On a phone. */
const LETTERS_IN_A_LINE = 36;

/** True if the message of the day would fill a phone's screen. */
export function isLong(message: string): boolean {
  const lines = message
    .split('\n')
    .map((line) => Math.max(1, Math.ceil(line.length / LETTERS_IN_A_LINE)));
  return lines.reduce((sum, count) => sum + count, 0) > LINES_IN_SIGHT;
}

export interface Step {
  readonly title: string;
  readonly why: string;
  readonly to: string;
}

/** What a new club can still set up, by permission; each step disappears once done. */
export function firstSteps(club: Progress & { hasMessage: boolean }, scope: Powers): Step[] {
  const isNew = club.isYoung || !club.hasMembers || !club.hasEvents;
  if (!isNew) return [];
  const steps: Array<Step & { open: boolean }> = [
    {
      open: !club.hasMembers && editMembers({ scope }),
      title: 'Mitglieder eintragen',
      why: 'Name genügt; alles andere hat Zeit.',
      to: newMemberPath(''),
    },
    {
      open: !club.hasInvited && administer({ scope }),
      title: 'Mitglieder einladen',
      why: 'Mit einer Einladung melden sie sich selbst an und stimmen ab.',
      to: invitingPath(),
    },
    {
      open: !club.hasEvents && createEvents({ scope }),
      title: 'Erste Veranstaltung erstellen',
      why: 'Training, Fest oder Versammlung: Sie steht dann hier für alle.',
      to: newEventPath(''),
    },
    {
      open: !club.hasMessage && administer({ scope }),
      title: 'Information schreiben',
      why: 'Was alle wissen sollen, steht hier ganz oben.',
      to: organizationPath,
    },
  ];
  return steps.filter(({ open }) => open).map(({ title, why, to }) => ({ title, why, to }));
}
