import type { Message } from '~/doors/notice.server';
import type { Actor } from '~/kernel/actor';
import type { Problem } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import type { Unread } from './body';

declare module '@remix-run/node' {
  /** Passed by Remix to every loader and action of one request. */
  interface AppLoadContext {
    readonly services: Services;
    /** Appears in the log and as the reference on the error screen (B7). */
    readonly requestId: string;
    /** For the Content-Security-Policy. */
    readonly nonce: string;
    /** True if the page should inline the style sheet (server/http.ts). */
    readonly hasStyles?: boolean;
    /** The client's network, as seen by a trusted proxy if there is one (server/network.ts). */
    readonly ip: string;
    /** True for a write: if loaders fail with it, the error screen says that the write failed. */
    readonly submits: boolean;
    /** True for a whole page; scripts only ask for its data. */
    readonly document?: boolean;
    /** Why the body was not read, if so (bridge/body.ts). */
    readonly unread?: Unread;
    /** Waits for this request's turn on the thread; call it before each longer piece of work. */
    readonly turn: () => Promise<void>;
    /** Aborted when the client leaves before it has the response. */
    readonly gone?: AbortSignal;
    /** Bytes of the body that was read. */
    readonly received?: number;
    /** The Retry-After header (RFC 9110, 10.2.3); Remix would drop it from a loader's response. */
    retryAfter?: string;
    /** Set by a form that was refused, for the title of its page. */
    refused?: boolean;
    /** Of a refused form: what was typed, if its screen is gone or forbidden meanwhile. */
    typed?: (problem: Problem) => Response | null;
    /** Set by a form that succeeded: the page of this app that it leads to. */
    leadsTo?: string;
    /** The failure message of this address's form; the browser shows it if no answer comes (B6). */
    failure?: Message;
    /** Set by authenticate(): one look-up for all loaders of a request. */
    actor?: Promise<Actor | null>;
  }

  interface Future {
    v3_singleFetch: true;
  }
}
