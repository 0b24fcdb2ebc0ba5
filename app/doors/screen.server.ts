import { type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { type Actor, scopeOf } from '~/kernel/actor';
import { selectActive } from '~/kernel/actor.server';
import { id } from '~/kernel/fields';
import type { Caller, Operation } from '~/kernel/operation';
import { CONFIRM, Problem, unauthenticated } from '~/kernel/problem';
import { lostRace } from '~/kernel/transaction.server';
import { eventsPath } from '~/paths/events';
import { groupsPath } from '~/paths/groups';
import { importsPath } from '~/paths/imports';
import { membersPath } from '~/paths/members';
import type { FailureData } from '~/ui/failure';
import { FORM_LOGIN, FORM_ORGANIZATION } from '~/ui/form-context';
import type { Notice } from '~/ui/notices';
import { fault } from './fault.server';
import { failure, type Message, noticeCookie } from './notice.server';
import { authenticate, changeSession, clearSite, hasSessionCookie } from './session.server';

/** Shared by the two doors of a screen, page.server.ts and form.server.ts. */

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>;

/**
 * Authenticates the request. What scripts load joins what stays on the screen, such as the list
 * below a dialog, so it is of the same organisation, whatever another tab has chosen since (B1).
 * @throws Problem 401 if the operation needs a log-in; a Response that loads the whole page if
 *   that organisation is no longer theirs
 */
export async function callerOf(
  { open }: Pick<Operation, 'open'>,
  { request, context }: Args,
): Promise<Caller> {
  let caller = await authenticate(request, context);
  if (!open && !caller.actor) throw unauthenticated();
  const onScreen = id.safeParse(request.headers.get(FORM_ORGANIZATION)).data ?? null;
  if (await follow(onScreen, caller)) {
    const { actor } = caller;
    // Not read anew, as yet another tab may choose in between.
    if (actor?.organizations.some(({ uuid }) => uuid === onScreen))
      return { ...caller, actor: { ...actor, activeOrganization: onScreen, visited: null } };
    context.actor = undefined;
    caller = await authenticate(request, context);
  }
  if (onScreen && caller.actor && caller.actor.activeOrganization !== onScreen)
    throw wholePage(request);
  return caller;
}

/** The logged-in user, if any, for what performs no operation. @throws a Response, as the doors do */
export async function currentActor({ request, context }: Args): Promise<Actor | null> {
  try {
    return (await authenticate(request, context)).actor;
  } catch (error) {
    throw leave(error, { request, context });
  }
}

/** Loads the requested page as a document, so that nothing of another organisation stays. */
export function wholePage(request: Request): Response {
  return redirect(requestedPath(request), { headers: { [RELOAD_DOCUMENT]: 'true' } });
}

/**
 * Picks the operation's input from `given` and the address: the route's parameters win, and the
 * active organisation is the default.
 */
export function inputFor(
  operation: Operation,
  given: Record<string, unknown>,
  { params }: Pick<LoaderFunctionArgs, 'params'>,
  { actor }: Pick<Caller, 'actor'>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const name of Object.keys(operation.input.shape)) {
    const active = name === 'organization' ? actor?.activeOrganization : undefined;
    const value = params[name] ?? given[name] ?? active ?? undefined;
    if (value !== undefined) input[name] = value;
  }
  return input;
}

/**
 * Makes a screen's organisation the active one, so that the frame matches: a link may lead to
 * another organisation, and a form may come from a page older than the choice in another tab (B1).
 * @returns true if it was not active before
 */
export async function follow(
  organization: string | null,
  { actor, services }: Pick<Caller, 'actor' | 'services'>,
): Promise<boolean> {
  const elsewhere =
    organization !== null && actor !== null && organization !== actor.activeOrganization;
  if (!elsewhere || !scopeOf(actor, organization)) return false;
  try {
    await selectActive(services.db, actor, organization);
  } catch (error) {
    // It was just deleted; the other one stays active.
    if (lostRace(error)) return false;
    throw error;
  }
  return true;
}

/**
 * Maps a thrown error to where a screen ends: the log-in for 401 (B2), else the error screen.
 * A Response, such as a redirect, is returned unchanged.
 */
export function leave(error: unknown, args: Args): unknown {
  if (error instanceof Response) return error;
  const problem = error instanceof Problem ? error : fault(error, args);
  if (problem.status === 401) return toLogin(args);
  noteRetry(problem, args.context);
  const { requestId: reference, submits: submitted } = args.context;
  const shown = { reference, submitted, ...(problem.status === 404 && goneFrom(args.request)) };
  return Response.json(shown satisfies FailureData, { status: problem.status });
}

/** What a dead link to something in a list was about, and the list; of others, what may be wrong. */
function goneFrom({
  url,
  method,
}: Request): Pick<FailureData, 'title' | 'why' | 'way'> | undefined {
  const { pathname } = new URL(url);
  // Only its own page, and those that miss nothing else: other things below have their own ways.
  const above = pathname.replace(/\/[^/]+(\/(answers|choices|columns|polls|series))?$/, '');
  const list = LISTS.find(({ to }) => above === to);
  const byLink = method === 'GET';
  if (!list) return byLink ? { why: MISTYPED } : undefined;
  const { what, it, ...way } = list;
  const why = `Vielleicht wurde ${it} gelöscht${byLink ? ', oder im Link fehlt ein Zeichen' : ''}.`;
  return { title: `${what} nicht gefunden`, why, way };
}

const MISTYPED = 'Diese Seite gibt es nicht oder nicht mehr. Vielleicht fehlt im Link ein Zeichen.';

const LISTS = [
  { what: 'Veranstaltung', it: 'sie', to: eventsPath(), label: 'Zu den Veranstaltungen' },
  { what: 'Mitglied', it: 'es', to: membersPath(), label: 'Zu den Mitgliedern' },
  { what: 'Gruppe', it: 'sie', to: groupsPath, label: 'Zu den Gruppen' },
  { what: 'Import', it: 'er', to: importsPath, label: 'Zu den Importen' },
] as const;

/**
 * As `leave`, but 403 leads home with a notification that says why (B7): the permission may have
 * been withdrawn since the page with the link or form was shown.
 */
export function leaveHome(error: unknown, message: Message, args: Args): unknown {
  if (!(error instanceof Problem) || error.status !== 403) return leave(error, args);
  return redirectWith('/app/', failure(because(message, error)), args.context);
}

export function redirectWith(to: string, notice: Notice, { services }: AppLoadContext): Response {
  return redirect(to, { headers: { 'Set-Cookie': noticeCookie(notice, services.config) } });
}

/** A failure's message followed by its reason, for a notification that says both. */
export function because({ title, message }: Message, { detail }: Problem): Message {
  return { title, message: [message, detail].filter(Boolean).join(' ') };
}

/** Keeps a problem's Retry-After for entry.server.tsx, which sets the header. */
export function noteRetry({ headers }: Problem, context: AppLoadContext): void {
  context.retryAfter = headers?.['Retry-After'] ?? context.retryAfter;
}

/** Longer paths are not kept, as they would not fit into the next request's headers. */
const MAX_KEPT_PATH = 2000;

/** In the query of a log-in that says that input was too long to be kept. */
export const LOST = 'lost';

/** Leads to the log-in, keeping where the person wanted to go (B2). */
export function toLogin(
  { request, context }: Args,
  path: string = requestedPath(request),
): Response {
  const headers = endedHeaders({ request, context });
  // Logging out of a session that has ended succeeds.
  if (path === LOGOUT) {
    changeSession(headers, 'end', request, context.services.config);
    return redirect(LOGIN, { headers });
  }
  return redirect(['/app/', '/app'].includes(path) ? LOGIN : (loginPath(path) ?? LOGIN), {
    headers,
  });
}

/** Makes Remix load the next page as a document, so that scripts forget this one. */
export const RELOAD_DOCUMENT = 'X-Remix-Reload-Document';

/** The headers of an answer without a session: if the browser had one, it has just ended. */
function endedHeaders(args: Args): Headers {
  const headers = new Headers({ [RELOAD_DOCUMENT]: 'true' });
  if (hasSessionCookie(args)) clearSite(headers);
  return headers;
}

/** In the query of a log-in that receives another form's input to keep. */
export const KEEP = 'keep';

/**
 * Sends a form on to the log-in, which keeps the input: by 307, so that it needs no scripts. With
 * scripts the browser does it itself, by the header (ui/connection.ts).
 * @param path of the form's screen
 * @returns null if its address is too long to be kept
 */
export function toLoginWithInput(path: string, args: Args): Response | null {
  const login = loginPath(path);
  if (login === null) return null;
  const to = `${login}&${KEEP}`;
  const headers = endedHeaders(args);
  headers.set(FORM_LOGIN, to);
  return redirect(to, { status: 307, headers });
}

/** Leads to the log-in without the input, which is too long to be sent there. */
export function toLoginWithoutInput(path: string, args: Args): Response | null {
  const login = loginPath(path);
  return login === null ? null : redirect(`${login}&${LOST}`, { headers: endedHeaders(args) });
}

/** What has to be confirmed, in the query of the screen that asks (T2). */
export const CONFIRMS = 'for';

/**
 * Leads to the identity confirmation, and on from there (T2).
 * @returns null for any other problem
 */
export function toConfirmation(
  error: unknown,
  { confirms }: Pick<Operation, 'confirms'>,
  request: Request,
): Response | null {
  const to = asking(error) && confirmationPath(confirms, request);
  return to ? redirect(to) : null;
}

/**
 * Like toLoginWithInput(), for a form whose user has to confirm their identity (T2).
 * @returns null for any other problem
 */
export function toConfirmationWithInput(
  error: unknown,
  { confirms }: Pick<Operation, 'confirms'>,
  request: Request,
): Response | null {
  if (!asking(error)) return null;
  const to = `${confirmationPath(confirms, request)}&${KEEP}`;
  return redirect(to, { status: 307, headers: { [FORM_LOGIN]: to } });
}

const asking = (error: unknown) => error instanceof Problem && error.type === CONFIRM;

function confirmationPath(kind: Operation['confirms'], request: Request): string {
  const path = requestedPath(request);
  // A longer one is not kept: the proof then leads to the start page.
  const next = path.length > MAX_KEPT_PATH ? '' : path;
  return `${CONFIRMATION}?${CONFIRMS}=${kind}&next=${encodeURIComponent(next)}`;
}

const CONFIRMATION = '/app/confirm';
const LOGIN = '/app/login';
const LOGOUT = '/app/logout';

function loginPath(path: string): string | null {
  return path.length > MAX_KEPT_PATH ? null : `${LOGIN}?redirect=${encodeURIComponent(path)}`;
}

/** The screen's path and query, also where Remix asks for its data only. */
export function requestedPath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete('_routes');
  // Says which route's action a form meant, not what to show.
  searchParams.delete('index');
  const path = pathname
    .replace(/\/_root\.data$/, '/')
    .replace(/\.data$/, '')
    .replace(/^\/app$/, '/app/');
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}
