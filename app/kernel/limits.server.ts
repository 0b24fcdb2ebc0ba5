/** How often things may be tried or done (docs/decisions/0009); app/server/limits.ts counts them. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Slowing {
  /** Attempts without a wait. */
  free: number;
  /** Seconds to wait after the last free one; each further attempt doubles it. */
  first: number;
  /** The longest wait in seconds: a limit slows down, but locks nobody out for good. */
  most: number;
  /** Seconds without another one, from the end of the wait, after which all are forgotten. */
  forget: number;
}

/** Delays between attempts. */
export const LIMITS = {
  login: { free: 5, first: 2, most: 15 * 60, forget: DAY },
  // Many guessers together, on one account, from addresses that its owner never used.
  loginsTo: { free: 50, first: 2, most: 5 * 60, forget: DAY },
  // From one address, on any accounts. Only failures count: a whole club may share one router.
  loginsFrom: { free: 100, first: 2, most: 5 * 60, forget: HOUR },
  register: { free: 50, first: 60, most: HOUR, forget: DAY },
  // To one mailbox, from one network, for one purpose: a user who finds no mail, not even in the
  // spam, can have the next one in minutes, and about thirteen on the first day.
  mail: { free: 5, first: 5 * 60, most: 12 * HOUR, forget: DAY },
  // To one mailbox, for one purpose, from networks that its owner never logged in from. One network
  // can ask for about thirteen a day ('mail'): a stranger leaves a third of them to the owner.
  mailsTo: { free: 20, first: HOUR, most: 6 * HOUR, forget: DAY },
  // Changes of the user's own password.
  password: { free: 10, first: 60, most: HOUR, forget: DAY },
  code: { free: 60, first: 60, most: HOUR, forget: HOUR },
  // Codes of one second factor, from one network, and from all networks that its owner never used it
  // from. A guesser gets 28 attempts a day, 38 on the first; after a night without mistakes the
  // owner's are forgotten.
  factor: { free: 5, first: 2, most: HOUR, forget: 12 * HOUR },
  factorsOf: { free: 5, first: 2, most: HOUR, forget: 12 * HOUR },
  // Ten wrong ones, and then one mail a day.
  wrongFactors: { free: 10, first: DAY, most: DAY, forget: DAY },
  guessesTold: { free: 1, first: DAY, most: DAY, forget: DAY },
} satisfies Record<string, Slowing>;

export type Limit = keyof typeof LIMITS;

export interface Allowance {
  /** How many in one period. */
  most: number;
  /** The length of a period, which begins with the first one. */
  seconds: number;
}

/**
 * Enough for a club of 300 to invite all its members in one evening, by hand: with wrong addresses
 * 350 mails, one every ten seconds at most. An import sends its invitations no faster.
 */
export const BUDGETS = {
  // Twelve a minute: twice as fast as anyone types, a twentieth of what a script would do.
  invitationsAtOnce: { most: 60, seconds: 5 * MINUTE },
  invitationsOfUser: { most: 350, seconds: DAY },
  invitationsOfOrganization: { most: 350, seconds: DAY },
  // Two such clubs on one evening, behind the router of their clubhouse.
  invitationsOfNetwork: { most: 700, seconds: DAY },
  // A family may share one mailbox, but strangers must not be able to fill it.
  invitationsTo: { most: 5, seconds: DAY },
  // Messages to many (N12), whatever the number of receivers.
  messagesOfUser: { most: 3, seconds: DAY },
  messagesOfOrganization: { most: 10, seconds: DAY },
  // What a user creates: no honest club reaches these limits, and an operator can change them
  // (docs/operating.md). Events and members count by their texts, too
  // (features/*/rules/budgets.server.ts).
  clubsOfUser: { most: 20, seconds: DAY },
  eventsOfUser: { most: 5000, seconds: DAY },
  membersOfUser: { most: 25_000, seconds: DAY },
  // Changes of the user's own contact data, each of which is logged.
  contactsOfUser: { most: 20, seconds: DAY },
  // Per event: nobody changes their mind 30 times an hour. In total: a year of dates, one by one.
  answersByLink: { most: 30, seconds: HOUR },
  answersByLinkOfUser: { most: 300, seconds: HOUR },
  // Per topic, on or off; a mail program's repeated request changes nothing, and does not count.
  unsubscriptions: { most: 30, seconds: HOUR },
} satisfies Record<string, Allowance>;

/** A fixed number per period; once it is used up, the caller waits for the next period. */
export type Budget = keyof typeof BUDGETS;
