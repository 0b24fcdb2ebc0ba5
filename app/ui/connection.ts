import { useNavigation } from '@remix-run/react';
import { useSyncExternalStore } from 'react';
import { type Submitted, tellFailure } from './failing';
import { FORM_ENDED, FORM_LOGIN, FORM_ORGANIZATION, FORM_PAGE } from './form-context';
import { dropFailures } from './notice-store';
import { clubOnScreen } from './router';
import { logsOut, tellOthers } from './session-end';

/**
 * Requests that outlive the network (docs/decisions/0031). A request for a page, a form or a
 * screen's code that gets no answer is held: the navigation stays pending, so the screen and the
 * input stay, and a message offers to retry.
 */

/** A slow phone network takes some seconds per page; after this an answer counts as lost. */
const PATIENCE_MS = 30_000;

/** A request without an answer. */
interface Held {
  readonly what: 'page' | 'form' | 'code';
  readonly submitted: Submitted | null;
  /** True while it is being sent again. */
  readonly trying: boolean;
  readonly retry: () => void;
}

const none: readonly Held[] = [];
const listeners = new Set<() => void>();
let all = none;
let latest: Submitted | null = null;
/** True while leaving the page with the input on its way, so that nothing can be lost. */
let leaving = false;

function change(next: readonly Held[]) {
  all = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The held requests. Those for code are only held while a navigation needs it. */
export function useHeld(): readonly Held[] {
  const held = useSyncExternalStore(
    subscribe,
    () => all,
    () => none,
  );
  return useNavigation().state === 'idle' ? held.filter(({ what }) => what !== 'code') : held;
}

/** True while a page or an answer is on its way, but not while that waits for the network. */
export function useBusy(): boolean {
  const held = useHeld();
  return useNavigation().state !== 'idle' && held.every(({ trying }) => trying);
}

/** Makes Remix's own requests survive network failures. Call it once, at the start. */
export function outliveNetwork() {
  const send = window.fetch;
  window.addEventListener(
    'submit',
    ({ target, submitter }) => {
      latest = { form: target as HTMLFormElement, submitter };
    },
    true,
  );
  // Before all guards against leaving, by order of registration.
  window.addEventListener('beforeunload', (event) => {
    if (leaving) event.stopImmediatePropagation();
  });
  // A page is retried automatically; a form only by the person who filled it in.
  window.addEventListener('online', () => {
    for (const { what, retry } of all) if (what !== 'form') retry();
  });
  window.fetch = (target, init) => {
    if (!(target instanceof URL && target.pathname.endsWith('.data'))) return send(target, init);
    if (init?.method && logsOut(target)) return new Promise(() => {});
    const page = takeBrought(target);
    if (page && !init?.method) return Promise.resolve(page);
    const what = init?.method ? 'form' : 'page';
    const submitted = what === 'form' ? latest : null;
    latest = null;
    const headers: HeadersInit =
      what === 'form'
        ? { ...init?.headers, [FORM_PAGE]: '' }
        : { [FORM_ORGANIZATION]: clubOnScreen() };
    return untilAnswered({ what, submitted }, init?.signal, (signal) =>
      send(target, { ...init, headers, signal }),
    ).then((response) => {
      if (submitted && response.ok) dropFailures();
      const login = response.headers.get(FORM_LOGIN);
      if (login && submitted?.form.isConnected) return takeAlong(submitted, login);
      if (response.headers.has(FORM_ENDED)) {
        leaving = true;
        tellOthers();
      }
      return withoutPage(response);
    });
  };
}

/** A page that came with the answer to a form (bridge/next-page.ts), until Remix asks for it. */
let brought: { address: string; page: Response } | null = null;

/** Puts the page that follows an answer aside. */
async function withoutPage(answer: Response): Promise<Response> {
  const [length, address] = answer.headers.get(FORM_PAGE)?.split(' ') ?? [];
  if (!address) return answer;
  const body = await answer.arrayBuffer();
  brought = { address, page: new Response(body.slice(Number(length))) };
  return new Response(body.slice(0, Number(length)), answer);
}

/** The requested page, if it has just arrived; any other request makes it outdated. */
function takeBrought(target: URL): Response | undefined {
  const last = brought;
  brought = null;
  const asked = new URL(target);
  asked.searchParams.delete('_routes');
  return last?.address === asked.pathname + asked.search ? last.page : undefined;
}

/** Sends a form to the log-in, which keeps the input, like browsers without scripts do. */
function takeAlong({ form, submitter }: Submitted, login: string): Promise<Response> {
  leaving = true;
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    const { name, value } = submitter;
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  form.setAttribute('action', login);
  HTMLFormElement.prototype.submit.call(form);
  return new Promise(() => {});
}

/**
 * Loads files until all of them are in the browser's cache, and then imports one of them.
 * @returns false if the server has one of them no more
 */
export async function untilImported(
  files: readonly string[],
  importCode: () => Promise<unknown>,
): Promise<boolean> {
  const code = { what: 'code', submitted: null } as const;
  const answers = await Promise.all(
    files.map((file) => untilAnswered(code, null, (signal) => fetch(file, { signal }))),
  );
  if (answers.some(({ ok }) => !ok)) return false;
  await untilAnswered(code, null, () => importCode().then(imported));
  return true;
}

/** Counts as an answer. */
const imported = () => new Response(null, { headers: { 'Content-Type': 'text/javascript' } });

/**
 * Sends a request, again and again if need be, until this server answers.
 * @throws the signal's reason if the navigation is given up meanwhile
 */
async function untilAnswered(
  about: Pick<Held, 'what' | 'submitted'>,
  given: AbortSignal | null | undefined,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  let held: Held | undefined;
  const put = (next?: Held) => {
    const others = all.filter((each) => each !== held);
    held = next;
    change(next ? [...others, next] : others);
  };
  try {
    for (;;) {
      const response = await inTime(send, given).catch(() => null);
      given?.throwIfAborted();
      if (response && isAnswer(response, about.what)) return response;
      if (about.submitted) tellFailure(about.submitted);
      await new Promise<void>((again) => {
        given?.addEventListener('abort', () => again());
        const retry = () => {
          if (sendAnew(about.submitted)) return;
          put({ ...about, trying: true, retry: () => {} });
          again();
        };
        put({ ...about, trying: false, retry });
      });
      given?.throwIfAborted();
    }
  } finally {
    if (held) put();
  }
}

/** Presses the button again, which sends the form's current input. False without a form. */
function sendAnew(submitted: Submitted | null): boolean {
  if (!submitted?.form.isConnected) return false;
  const { form, submitter } = submitted;
  submitter?.focus();
  if (submitter) submitter.click();
  else form.requestSubmit();
  return true;
}

/** The whole answer, or none: an incomplete body is no answer either. */
async function inTime(
  send: (signal: AbortSignal) => Promise<Response>,
  given: AbortSignal | null | undefined,
): Promise<Response> {
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  const timer = setTimeout(abort, PATIENCE_MS);
  given?.addEventListener('abort', abort);
  try {
    const response = await send(attempt.signal);
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, response);
  } finally {
    clearTimeout(timer);
  }
}

/** False if only a proxy answered, for a server that is down, or a captive portal. */
function isAnswer({ status, headers }: Response, what: Held['what']): boolean {
  const ours = what === 'code' ? 'javascript' : 'text/x-script';
  return headers.get('Content-Type')?.includes(ours) || (status >= 400 && status < 502);
}
