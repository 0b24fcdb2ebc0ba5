import type { z } from 'zod';
import type { Database } from '#db/connection';
import type { Actor } from './actor';
import type { ConfirmedKind } from './confirmed';
import type { Services } from './services.server';

/** The types of operations; operation.server.ts runs them. */

/** The origin of a request. Each door makes one for each request. */
export interface Caller {
  readonly services: Services;
  /** Null if nobody is logged in. */
  readonly actor: Actor | null;
  /** The client's network, by which limits are counted. */
  readonly ip: string;
  readonly userAgent: string;
  /** The device cookie from an earlier log-in, if well-formed; it proves nothing. */
  readonly device: string | null;
  /** The id in the log lines of this request. */
  readonly requestId: string;
  /** Identifies the rendered form that was submitted: submitting it twice acts once. */
  readonly key?: string;
  /**
   * Identifies input that continues after a confirmation (T2): it acts once, even in an operation
   * that may otherwise be repeated.
   */
  readonly single?: string;
  /** The version that was being edited; if absent, nothing is compared (version.server.ts). */
  readonly version?: number;
}

/**
 * One thing that can be done, declared once and served by three doors: a page's loader, a form's
 * action and the API. It knows neither Request nor Response.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output = unknown> {
  readonly summary: string;
  readonly description?: string;
  readonly input: Input;
  /** True if it needs no log-in. */
  readonly open: boolean;
  /** True if it changes anything; it then runs in one transaction. */
  readonly writes: boolean;
  /** True if it needs more than a log-in: it may be refused with 403. */
  readonly guarded: boolean;
  /** True if it has a subject: it may be refused with 404. */
  readonly about: boolean;
  /** True if it refuses to overwrite somebody else's edit. */
  readonly edits: boolean;
  /** The kind of identity confirmation that it asks for (T2); null for none. */
  readonly confirms: ConfirmedKind | null;
  /**
   * Loads the subject, checks access and runs, in this order; a write does so in one transaction.
   * @throws Problem 401, 403, 404, 429, or whatever the effect throws
   */
  perform(caller: Caller, input: z.output<Input>): Promise<Performed<Output>>;
}

/** What an operation gives, for the code that shows it. */
export type OutputOf<Its extends { perform(...given: never): Promise<{ output: unknown }> }> =
  Awaited<ReturnType<Its['perform']>>['output'];

export interface Performed<Output> {
  readonly output: Output;
  /** The organisation of the subject; null if it belongs to none. */
  readonly organization: string | null;
  /** For the door to put into a cookie. */
  readonly session: SessionChange | null;
}

/**
 * A new token to hold, after a log-in with the device cookie; or the end of the current token.
 */
export type SessionChange =
  | {
      readonly start: string;
      readonly device?: string | null;
      /** True if it is the same session under another token. */
      readonly renews?: boolean;
    }
  | 'end';

/** The user and the organisation that an audit entry is about. */
export interface Concern {
  readonly user?: string;
  readonly organization?: string;
}

/** The argument of an effect. */
export interface Work<Who, Input, Subject, Prepared = unknown>
  extends Pick<Caller, 'services' | 'ip' | 'userAgent' | 'device'> {
  /** The transaction, in a write. */
  readonly db: Database;
  readonly actor: Who;
  readonly input: Input;
  readonly subject: Subject;
  readonly prepared: Prepared;
  /** The users whose standing it may change (changesStandingOf): they are locked. */
  readonly changing: readonly string[];
  readonly version: number | undefined;
  /**
   * Names the user and organisation for the audit log if session and subject do not: the user of a
   * log-in, the organisation just founded.
   */
  concerns(about: Concern): void;
  /** Asks the door to change the browser's cookie. */
  changeSession(change: SessionChange): void;
  /** Runs something once the transaction is committed; it can no longer fail the operation. */
  afterCommit(effect: () => Promise<void> | void): void;
}

/** The first argument of functions that load a subject. */
export interface Context<Who = Actor> {
  readonly db: Database;
  readonly actor: Who;
}

/** A pure predicate on the subject and the actor; screens ask it too. */
export type Policy<Subject> = (subject: Subject, actor: Actor) => boolean;

type Effect<Who, Input, Subject, Prepared, Output> = (
  work: Work<Who, Input, Subject, Prepared>,
) => Promise<Output> | Output;

/**
 * One German sentence without a full stop; never a password, a code or a stranger's address. Null
 * leaves no entry: return it when nothing was done, or anybody could fill the log.
 */
type Audit<Who, Input, Subject, Output> =
  | string
  | ((done: { actor: Who; input: Input; subject: Subject; output: Output }) => string | null);

/** `read` runs on the pool; `run` in one transaction, which includes its audit entry. */
type ReadOrRun<Who, Input, Subject, Prepared, Output> =
  | { read: Effect<Who, Input, Subject, Prepared, Output>; run?: undefined; audit?: undefined }
  | {
      run: Effect<Who, Input, Subject, Prepared, Output>;
      audit: Audit<Who, Input, Subject, Output>;
      read?: undefined;
    };

interface Common<Who, Input extends z.ZodObject, Subject, Prepared, Output> {
  summary: string;
  description?: string;
  /** A strict zod object: unknown fields are refused. */
  input: Input;
  /**
   * For operations that create or delete: a form that arrives twice acts once, and both get the
   * same response. The output is stored for that, sealed, so keep secrets out of it (and passwords
   * out of the input), or pass a function that returns what to store and return the second time.
   * Leave it off operations that set a state: sending them again must act again.
   */
  once?: true | ((output: Output) => Output);
  /**
   * How many people or things it affects, for bulk operations: it counts as that many writes in its
   * user's budget.
   */
  counts?: (input: z.output<Input>) => number;
  /** True if it compares `version`: for edits that could overwrite somebody else's. */
  edits?: boolean;
  /**
   * Slow work to keep out of the transaction: limits, password hashing. It may refuse by throwing.
   * Its findings may be outdated when `run` begins, so check again there, under a lock, whatever
   * must hold.
   */
  prepare?: (
    context: Omit<Caller, 'actor'> & Context<Who> & { input: z.output<Input> },
  ) => Promise<Prepared>;
  /** Loads what the operation is about, if the actor may see it; null is 404. */
  subject?: (
    context: Context<Who>,
    input: z.output<Input>,
  ) => Promise<Subject | null> | Subject | null;
}

export type Declaration<Who, Input extends z.ZodObject, Subject, Prepared, Output> = Common<
  Who,
  Input,
  Subject,
  Prepared,
  Output
> &
  ReadOrRun<Who, z.output<Input>, Subject, Prepared, Output>;

/** The access rule of an operation for logged-in users. */
export interface AccessRule<Input extends z.ZodObject, Subject> {
  may: Policy<Subject>;
  /**
   * The users whose standing it changes: their permissions, password or sessions. It waits for
   * their writes under way, and later ones wait for it (holdActor). A query may find more users by
   * then: `run` gets those who were locked.
   */
  changesStandingOf?: (change: {
    db: Database;
    actor: Actor;
    input: z.output<Input>;
  }) => readonly string[] | Promise<readonly string[]>;
  /** Users have to confirm their identity again, by the rules of this kind (T2). */
  confirms?: ConfirmedKind;
  /** If only some inputs require that. */
  confirmsIf?: (change: { actor: Actor; input: z.output<Input> }) => boolean;
}
