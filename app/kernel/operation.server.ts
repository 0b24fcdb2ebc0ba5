import type { z } from 'zod';
import type { Database } from '#db/connection';
import { secretsOf } from '~/config.server';
import { type Actor, PERMISSIONS, type Permission, type Scope } from './actor';
import { holdActor } from './actor.server';
import { record } from './audit.server';
import { type ConfirmedKind, isProved, needsCode } from './confirmed';
import { once } from './once.server';
import type {
  AccessRule,
  Caller,
  Concern,
  Declaration,
  Operation,
  Performed,
  Policy,
  SessionChange,
} from './operation';
import { isOutage } from './outage.server';
import {
  confirmationNeeded,
  forbidden,
  lacking,
  notFound,
  Problem,
  resting,
  tooMany,
  unauthenticated,
} from './problem';
import type { Limits } from './services.server';
import { inTransaction, retryingConflicts } from './transaction.server';

/** The policy of operations on the user's own things. */
export const loggedIn: Policy<unknown> = () => true;

/**
 * The policy of what any user of the organisation may do; a subject out of their reach is not found.
 * Needing a linked member is a state, not a permission (E7).
 */
export const inScope: Policy<unknown> = () => true;

/** Declares an operation for logged-in users. The access rule `may` is mandatory. */
export function operation<
  Input extends z.ZodObject,
  Output,
  Subject = undefined,
  Prepared = undefined,
>(
  declaration: Declaration<Actor, Input, Subject, Prepared, Output> & AccessRule<Input, Subject>,
): Operation<Input, Output> {
  return built({ ...declaration, open: false });
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
  return built({ ...declaration, open: true, may: loggedIn });
}

/** A declaration of either kind. Its parts fit together: the functions above have checked that. */
type Declared = Declaration<Actor | null, z.ZodObject, unknown, unknown, unknown> &
  AccessRule<z.ZodObject, unknown> & { open: boolean };

function built<Input extends z.ZodObject, Output>(declaration: object): Operation<Input, Output> {
  const declared = declaration as Declared;
  const { summary, description, input, open, run, read, audit, may } = declared;
  if (Boolean(run) === Boolean(read)) throw new Error(`'${summary}' must either read or run`);
  if (run && !audit) throw new Error(`'${summary}' must say what the audit log gets`);
  const erased: Operation = {
    summary,
    description,
    input,
    open,
    writes: run !== undefined,
    guarded: may !== loggedIn,
    about: declared.subject !== undefined,
    edits: declared.edits ?? false,
    confirms: declared.confirms ?? null,
    perform: (caller, value) => perform(declared, caller, value),
  };
  return erased as unknown as Operation<Input, Output>;
}

async function perform(
  declared: Declared,
  caller: Caller,
  input: Record<string, unknown>,
): Promise<Performed<unknown>> {
  const { actor, services } = caller;
  const { limits } = services;
  if (!declared.open) {
    if (!actor) throw unauthenticated();
    spendBudget(limits, actor, declared, input);
  }
  if (!actor) return carryOut(declared, caller, input);
  const leave = limits.enter(actor.uuid);
  if (!leave) throw tooMany(1);
  try {
    return await limits.serve({ user: actor.uuid }, () => carryOut(declared, caller, input));
  } finally {
    leave();
  }
}

async function carryOut(
  declared: Declared,
  caller: Caller,
  input: Record<string, unknown>,
): Promise<Performed<unknown>> {
  const { services, actor } = caller;
  const { db } = services;
  const standing = async () => (actor && declared.changesStandingOf?.({ db, actor, input })) ?? [];
  const changed = await standing();
  // Locking other users makes them wait, so check access before, and again under the lock.
  const locksOthers = declared.run && changed.some((user) => user !== actor?.uuid);
  if (locksOthers || (actor && mustConfirm(declared, actor, input)))
    await admittedSubject(declared, { db, caller, actor, input });
  const prepared = await declared.prepare?.({ ...caller, db, input });

  const shared = { caller, input, prepared };
  const attempt = async (own: Omit<Attempt, keyof typeof shared>) =>
    act(declared, { ...shared, ...own });
  const { output, organization, session, effects } = declared.run
    ? await retryingConflicts(async (again) => {
        const changing = again ? await standing() : changed;
        return inTransaction(db, async (trx) => {
          const held = declared.open || !actor ? actor : await holdActor(trx, actor, changing);
          return attempt({ db: trx, actor: held, changing });
        });
      })
    : await attempt({ db, actor });

  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      const { summary: operation } = declared;
      if (isOutage(error))
        services.log.warn({ operation }, 'an effect after the commit met an outage');
      else services.log.error({ err: error, operation }, 'an effect after the commit failed');
    }
  }
  return { output, organization, session };
}

/** One try. For a write, `db` is its transaction, and `actor` is loaded inside it. */
interface Attempt {
  readonly db: Database;
  readonly caller: Caller;
  readonly actor: Actor | null;
  readonly input: Record<string, unknown>;
  readonly prepared?: unknown;
  /** The locked users, whose standing it may change. */
  readonly changing?: readonly string[];
}

/** The side effects of a try, to be carried out if it commits. */
interface Consequences {
  organization: string | null;
  session: SessionChange | null;
  concern: Concern;
  readonly effects: Array<() => Promise<void> | void>;
}

async function act(declared: Declared, attempt: Attempt) {
  const { db, caller, actor, input } = attempt;
  const consequences: Consequences = {
    organization: null,
    session: null,
    concern: {},
    effects: [],
  };
  const effect = () => runEffect(declared, attempt, consequences);
  const { summary, run, once: repeats } = declared;
  const key = keyOf(declared, caller);
  if (!run || !key || !actor) return { output: await effect(), ...consequences };
  const secrets = secretsOf(caller.services.config);
  const submission = { key, operation: summary, input, actor, secrets };
  const keep = typeof repeats === 'function' ? repeats : undefined;
  // The claim comes before the subject, so that a repeated deletion does not find it gone.
  const output = await once(db, submission, effect, keep);
  return { output, ...consequences };
}

/** The key by which a write acts once. */
const keyOf = ({ once: repeats }: Declared, { key, single }: Caller) => (repeats && key) || single;

async function runEffect(declared: Declared, attempt: Attempt, consequences: Consequences) {
  const { db, caller, actor, input, prepared, changing = [] } = attempt;
  const { services, ip, userAgent, device, version, requestId } = caller;
  const subject = await admittedSubject(declared, attempt);
  consequences.organization = organizationOf(subject);
  const effect = (declared.run ?? declared.read) as NonNullable<Declared['run']>;
  const output = await effect({
    db,
    actor,
    input,
    subject,
    prepared,
    changing,
    services,
    ip,
    userAgent,
    device,
    version,
    concerns: (about) => {
      consequences.concern = about;
    },
    changeSession: (change) => {
      consequences.session = change;
    },
    afterCommit: (later) => consequences.effects.push(later),
  });
  const { audit, summary } = declared;
  const action = typeof audit === 'function' ? audit({ actor, input, subject, output }) : audit;
  if (action) {
    const { concern, organization } = consequences;
    await record(db, {
      organization: concern.organization ?? organization,
      actor: concern.user ?? actor?.uuid ?? null,
      operation: summary,
      action,
      requestId,
    });
  }
  return output;
}

/** Loads the subject and checks access to it. @throws Problem 404 or 403 */
async function admittedSubject(declared: Declared, attempt: Attempt): Promise<unknown> {
  const { db, caller, actor, input } = attempt;
  const subject = await declared.subject?.({ db, actor }, input);
  try {
    if (subject === null) throw notFound();
    // Anything but true refuses, whatever a policy returns by mistake.
    if (!declared.open && declared.may(subject, actor as Actor) !== true)
      throw refusalOf(declared, subject, actor as Actor);
    // Last, so that nobody has to confirm what they may not do.
    if (actor && mustConfirm(declared, actor, input))
      throw confirmationNeeded(needsCode(declared.confirms, actor));
  } catch (refusal) {
    logRefusal(refusal, caller);
    throw refusal;
  }
  return subject;
}

/**
 * Says what would give access: permissions that rest, which users can change themselves (T6), or
 * any of those that they lack (B7). For these the policy is asked about no record in particular, as
 * its answer could tell what the actor must not know of one.
 */
function refusalOf({ may }: Declared, subject: unknown, actor: Actor): Problem {
  const organization = organizationOf(subject);
  const club = actor.organizations.find(({ uuid }) => uuid === organization);
  if (!club) return forbidden();
  const about = subject as { scope: Scope };
  const rights = (permissions: readonly Permission[]) => ({ ...about.scope, permissions });
  if (club.resting && may({ ...about, scope: rights(club.granted) }, actor) === true)
    return resting();
  const suffices = (permission: Permission) => {
    try {
      return may({ scope: rights([...club.permissions, permission]) }, actor) === true;
    } catch {
      // It depends on the record.
      return false;
    }
  };
  return lacking(PERMISSIONS.filter(suffices));
}

/** True if the user has to prove their identity again (T2). */
function mustConfirm(
  declared: Declared,
  actor: Actor,
  input: Record<string, unknown>,
): declared is Declared & { confirms: ConfirmedKind } {
  const { confirms, confirmsIf } = declared;
  if (!confirms || isProved(confirms, actor)) return false;
  return confirmsIf?.({ actor, input }) ?? true;
}

/** Keeps one user from using up the server for all others. @throws Problem 429 */
function spendBudget(
  limits: Limits,
  { uuid }: Actor,
  { run, counts }: Declared,
  input: Record<string, unknown>,
): void {
  const wait = run
    ? limits.takeWrite(uuid, JSON.stringify(input).length, counts?.(input))
    : limits.takeRead(uuid);
  if (wait > 0) throw tooMany(wait);
}

/** Logs who was refused access, for monitoring (ASVS V16.3.2). */
function logRefusal(refusal: unknown, { actor, requestId, services }: Caller): void {
  if (!actor || !(refusal instanceof Problem)) return;
  const { status } = refusal;
  services.log.info({ requestId, user: actor.uuid, status }, 'refused');
}

function organizationOf(subject: unknown): string | null {
  const scope = (subject as { scope?: Partial<Scope> } | null | undefined)?.scope;
  return scope?.organization ?? null;
}
