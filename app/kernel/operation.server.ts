import type { z } from 'zod';
import type { Database } from '#db/connection';
import type { Actor, Scope } from './actor';
import { holdActor } from './actor.server';
import { record } from './audit.server';
import { once } from './once.server';
import { forbidden, notFound, Problem, tooMany, unauthenticated } from './problem';
import type { Limits, Services } from './services.server';
import { inTransaction, retryingConflicts } from './transaction.server';

/**
 * One thing that can be done, declared once and offered through three doors: a page's loader, a
 * form's action and the API. It knows neither Request nor Response.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output = unknown> {
  readonly summary: string;
  readonly description?: string;
  readonly input: Input;
  /** Whether someone who is not logged in may ask. */
  readonly open: boolean;
  /** Whether it changes something; if so it runs in one transaction. */
  readonly writes: boolean;
  /** Whether it asks for more than a log-in: it may answer 403. */
  readonly guarded: boolean;
  /** Whether it is about something that may not be there: it may answer 404. */
  readonly about: boolean;
  /** Whether it refuses to overwrite what someone else changed meanwhile. */
  readonly edits: boolean;
  /**
   * Loads the subject, checks access, runs: in this order, and for writes in one transaction, with
   * the effects after the commit. Throws a Problem: 401, 403, 404 or what the effect throws.
   */
  perform(asking: Asking, input: z.output<Input>): Promise<Performed<Output>>;
  /**
   * The organisation that its subject belongs to, as far as that can be told from what was sent;
   * else null.
   */
  locate(asking: Asking, given: Readonly<Record<string, unknown>>): Promise<string | null>;
}

export interface Asking {
  readonly services: Services;
  readonly actor: Actor | null;
  /** Where the request comes from: the key of limits that are kept per address. */
  readonly ip: string;
  readonly userAgent: string;
  /** Of the request, as in the log's lines. */
  readonly requestId: string;
  /** Of the rendered form that was submitted: the same submission twice acts once. */
  readonly key?: string;
  /**
   * Of what is edited, as the person saw it: whoever changed it since is not overwritten. Without
   * it nothing is compared.
   */
  readonly version?: number;
}

export interface Performed<Output> {
  readonly output: Output;
  /** The organisation of the subject, null if it belongs to none. */
  readonly organization: string | null;
  /** What became of the browser's session, for the door to put into a cookie. */
  readonly session: SessionChange | null;
}

/** A new token to hold, or the end of the present one. */
export type SessionChange = { readonly start: string } | 'end';

/** What an effect works with. */
export interface Work<Who, Input, Subject, Prepared = unknown> {
  /** In a write, the transaction. */
  readonly db: Database;
  readonly actor: Who;
  readonly input: Input;
  readonly subject: Subject;
  /** What `prepare` gave. */
  readonly prepared: Prepared;
  readonly services: Services;
  readonly ip: string;
  readonly userAgent: string;
  /** What an edit goes out from (version.server.ts). */
  readonly version: number | undefined;
  /**
   * Says in the audit log whom and which organisation it was about, where neither the session nor
   * the subject does: the user of a log-in, the organisation that was founded.
   */
  concerns(about: Concern): void;
  /** Tells a browser's door to change its cookie. */
  changeSession(change: SessionChange): void;
  /** Runs something once the transaction is committed; it can no longer fail the operation. */
  afterCommit(effect: () => Promise<void> | void): void;
}

type Lookup<Who, Input, Subject> = (
  context: { db: Database; actor: Who },
  input: Input,
) => Promise<Subject | null> | Subject | null;
type Preparation<Who, Input, Prepared> = (
  context: Omit<Asking, 'actor'> & { db: Database; actor: Who; input: Input },
) => Promise<Prepared>;
type Effect<Who, Input, Subject, Prepared, Output> = (
  work: Work<Who, Input, Subject, Prepared>,
) => Promise<Output> | Output;

export interface Concern {
  readonly user?: string;
  readonly organization?: string;
}

/**
 * What was done, as one German sentence without a full stop: never a password, a code or a
 * stranger's address. Null where nothing was: anybody could fill the log with that.
 */
type Audit<Who, Input, Subject, Output> =
  | string
  | ((done: { actor: Who; input: Input; subject: Subject; output: Output }) => string | null);

/**
 * A read runs on the pool, a run in one transaction, where it also leaves its entry in the audit
 * log.
 */
type Doing<Who, Input, Subject, Prepared, Output> =
  | { read: Effect<Who, Input, Subject, Prepared, Output>; run?: undefined; audit?: undefined }
  | {
      run: Effect<Who, Input, Subject, Prepared, Output>;
      audit: Audit<Who, Input, Subject, Output>;
      read?: undefined;
    };

interface Declared<Who, Input extends z.ZodObject, Subject, Prepared, Output> {
  summary: string;
  description?: string;
  /** A zod object of the fields, strict: unknown fields are refused. */
  input: Input;
  /**
   * For what is made or deleted: a form that arrives twice acts once and is answered the same. The
   * output is stored for that, so it must hold no secret (nor the input a password); of one that
   * does, a function says what is stored and answered the second time. What sets a state needs it
   * not, and must not have it: sent again from the browser's history it has to act again.
   */
  once?: true | ((output: Output) => Output);
  /** For what compares `version`: what people edit, and could overwrite one another's work in. */
  edits?: boolean;
  /**
   * Slow work that must not hold a transaction open: limits, password hashing. It may refuse by
   * throwing. What it finds out can be outdated when `run` begins: whatever must hold there is
   * looked at again there, under a lock.
   */
  prepare?: Preparation<Who, z.output<Input>, Prepared>;
  /** What it is about, loaded inside what the actor may see; null is 404. */
  subject?: Lookup<Who, z.output<Input>, Subject>;
}

type Declaration<Who, Input extends z.ZodObject, Subject, Prepared, Output> = Declared<
  Who,
  Input,
  Subject,
  Prepared,
  Output
> &
  Doing<Who, z.output<Input>, Subject, Prepared, Output>;

/** Says whether the actor may; a pure predicate that screens can ask as well. */
export type Policy<Subject> = (subject: Subject, actor: Actor) => boolean;

/** The policy of what every logged-in user may do with what is their own. */
export const loggedIn: Policy<unknown> = () => true;

/**
 * Declares an operation for logged-in users. `may` is required: there is no operation without an
 * access rule.
 */
export function operation<
  Input extends z.ZodObject,
  Output,
  Subject = undefined,
  Prepared = undefined,
>(
  declaration: Declaration<Actor, Input, Subject, Prepared, Output> & {
    may: Policy<Subject>;
    /**
     * The users whose standing it changes: what they may do, whether and by which password they are
     * logged in. It waits for their writes under way, and theirs wait for it (holdActor).
     */
    changesStandingOf?: (asked: { actor: Actor; input: z.output<Input> }) => readonly string[];
  },
): Operation<Input, Output> {
  const { changesStandingOf } = declaration;
  return build(declaration, {
    open: false,
    guarded: declaration.may !== loggedIn,
    admit: (actor) => {
      if (!actor) throw unauthenticated();
      return actor;
    },
    allow: (actor, subject) => {
      if (declaration.may(subject, actor) !== true) throw forbidden();
    },
    hold: (db, actor, input) => holdActor(db, actor, changesStandingOf?.({ actor, input }) ?? []),
    concernsOthers: (actor, input) =>
      changesStandingOf?.({ actor, input }).some((user) => user !== actor.uuid) ?? false,
  });
}

/** Declares an operation for anyone, logged in or not (table H, first row). */
export function publicOperation<
  Input extends z.ZodObject,
  Output,
  Subject = undefined,
  Prepared = undefined,
>(
  declaration: Declaration<Actor | null, Input, Subject, Prepared, Output>,
): Operation<Input, Output> {
  return build(declaration, {
    open: true,
    guarded: false,
    admit: (actor) => actor,
    allow: () => {},
    hold: async (_db, actor) => actor,
    concernsOthers: () => false,
  });
}

interface Access<Who, Input, Subject> {
  open: boolean;
  guarded: boolean;
  /** @throws Problem 401 */
  admit(actor: Actor | null): Who;
  /** @throws Problem 403 */
  allow(actor: Who, subject: Subject): void;
  /** For a write: who they are now, and until it is committed. @throws Problem 401 */
  hold(db: Database, actor: Who, input: Input): Promise<Who>;
  /** Whether `hold` locks other users than the actor. */
  concernsOthers(actor: Who, input: Input): boolean;
}

function build<Who extends Actor | null, Input extends z.ZodObject, Subject, Prepared, Output>(
  declaration: Declaration<Who, Input, Subject, Prepared, Output>,
  { open, guarded, admit, allow, hold, concernsOthers }: Access<Who, z.output<Input>, Subject>,
): Operation<Input, Output> {
  const { summary, description, input, prepare, subject: lookup, read, run, audit } = declaration;
  const effect = run ?? read;
  if (!effect || (run && read)) throw new Error(`'${summary}' must either read or run`);
  if (run && !audit) throw new Error(`'${summary}' must say what the audit log gets`);

  /** The subject, for who may. @throws Problem 404 or 403 */
  async function allowed(
    db: Database,
    who: Who,
    asking: Asking,
    value: z.output<Input>,
  ): Promise<Subject> {
    const subject = lookup ? await lookup({ db, actor: who }, value) : undefined;
    try {
      if (subject === null) throw notFound();
      allow(who, subject as Subject);
    } catch (refusal) {
      noteRefusal(refusal, asking);
      throw refusal;
    }
    return subject as Subject;
  }

  async function attempt(db: Database, asking: Asking, value: z.output<Input>, prepared: Prepared) {
    let organization: string | null = null;
    let session: SessionChange | null = null;
    let concern: Concern = {};
    const effects: Array<() => Promise<void> | void> = [];

    const admitted = admit(asking.actor);
    const who = run ? await hold(db, admitted, value) : admitted;

    async function act(): Promise<Output> {
      const subject = await allowed(db, who, asking, value);
      organization = organizationOf(subject);
      const about = { actor: who, input: value, subject };
      const output = await (effect as Effect<Who, z.output<Input>, Subject, Prepared, Output>)({
        ...about,
        db,
        prepared,
        services: asking.services,
        ip: asking.ip,
        userAgent: asking.userAgent,
        version: asking.version,
        concerns: (found) => {
          concern = found;
        },
        changeSession: (change) => {
          session = change;
        },
        afterCommit: (later) => effects.push(later),
      });
      const action = typeof audit === 'function' ? audit({ ...about, output }) : audit;
      if (action) {
        await record(db, {
          organization: concern.organization ?? organization,
          actor: concern.user ?? who?.uuid ?? null,
          operation: summary,
          action,
          requestId: asking.requestId,
        });
      }
      return output;
    }

    const { key } = asking;
    const repeats = run && declaration.once;
    const keep = repeats === true ? undefined : repeats;
    // Before the subject is looked up: a repeated deletion must not find that it is gone.
    const output =
      who && key && repeats
        ? await once(db, { key, operation: summary, input: value, actor: who }, act, keep)
        : await act();
    return { output, organization, session: session as SessionChange | null, effects };
  }

  return {
    summary,
    description,
    input,
    open,
    writes: run !== undefined,
    guarded,
    about: lookup !== undefined,
    edits: declaration.edits ?? false,
    async locate(asking, given) {
      if (!lookup) return null;
      const known = Object.entries(input.shape).flatMap(([name, field]) => {
        const parsed = (field as z.ZodType).safeParse(given[name]);
        return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
      });
      try {
        const context = { db: asking.services.db, actor: admit(asking.actor) };
        return organizationOf(await lookup(context, Object.fromEntries(known) as z.output<Input>));
      } catch {
        return null;
      }
    },
    async perform(asking, value) {
      const who = admit(asking.actor);
      const { db, log } = asking.services;
      if (!open && who) spendBudget(asking.services.limits, who, run && value);
      // Who may not must not even make others wait: those whom they name are locked before the
      // rules are looked at again.
      if (run && concernsOthers(who, value)) await allowed(db, who, asking, value);
      const prepared = (await prepare?.({ ...asking, db, actor: who, input: value })) as Prepared;
      const { output, organization, session, effects } = run
        ? await retryingConflicts(() =>
            inTransaction(db, (trx) => attempt(trx, asking, value, prepared)),
          )
        : await attempt(db, asking, value, prepared);
      for (const later of effects) {
        try {
          await later();
        } catch (error) {
          log.error({ err: error, operation: summary }, 'an effect after the commit failed');
        }
      }
      return { output, organization, session };
    },
  };
}

/**
 * One user must not use up the server for all others.
 * @param written undefined for a read
 * @throws Problem 429
 */
function spendBudget(limits: Limits, { uuid }: Actor, written: unknown): void {
  const wait =
    written === undefined
      ? limits.takeRead(uuid)
      : limits.takeWrite(uuid, JSON.stringify(written).length);
  if (wait > 0) throw tooMany(wait);
}

/** Who was refused what they may not do or see, for who watches over a server (ASVS V16.3.2). */
function noteRefusal(refusal: unknown, { actor, requestId, services }: Asking): void {
  if (!actor || !(refusal instanceof Problem)) return;
  const { status } = refusal;
  services.log.info({ requestId, user: actor.uuid, status }, 'refused');
}

function organizationOf(subject: unknown): string | null {
  const scope = (subject as { scope?: Partial<Scope> } | null | undefined)?.scope;
  return scope?.organization ?? null;
}
