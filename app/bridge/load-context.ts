import type { Message } from '~/doors/notice.server';
import type { Actor } from '~/kernel/actor';
import type { Services } from '~/kernel/services.server';
import type { Unread } from './body';

declare module '@remix-run/node' {
  /** Passed by Remix to every loader and action of one request. */
  interface AppLoadContext {
    readonly services: Services;
    /** In the log lines of this request and in the reference number of its error screen (B7). */
    readonly requestId: string;
    /** For the Content-Security-Policy. */
    readonly nonce: string;
    /** True if the page shall have the style sheet in itself (server/http.ts). */
    readonly hasStyles?: boolean;
    /** The client's network, as seen by a trusted proxy if there is one (server/network.ts). */
    readonly ip: string;
    /** True for a write: if loaders fail with it, the error screen says that the write failed. */
    readonly submits: boolean;
    /** True for a whole page; scripts ask for its data alone. */
    readonly document?: boolean;
    /** Why the body was not read, if so (bridge/body.ts). */
    readonly unread?: Unread;
    /** Waits until this request may take the thread: before each piece of work that takes some of it. */
    readonly turn: () => Promise<void>;
    /** Aborted when the client leaves before it has the response. */
    readonly gone?: AbortSignal;
    /** Bytes of the body that was read. */
    readonly received?: number;
    /** The Retry-After header (RFC 9110, 10.2.3); Remix would drop it from a loader's response. */
    retryAfter?: string;
    /** Set by a form that was refused, for the title of its page. */
    refused?: boolean;
    /** Set by a form that was carried out: the page of this app that it leads to. */
    leadsTo?: string;
    /** What the form of this address says when it fails: the browser does if no answer comes (B6). */
    failure?: Message;
    /** Set by authenticate(): one look-up for all loaders of a request. */
    actor?: Promise<Actor | null>;
  }

  interface Future {
    v3_singleFetch: true;
  }
}
