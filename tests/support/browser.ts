import { unescaped } from './html';
import { sendRaw } from './raw-request';

/** A response as seen by a person without JavaScript, or by a program. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The target of a redirect, or ''. */
  readonly location: string;
  readonly text: string;
  /** The text of a page without tags and soft hyphens, with white space collapsed. */
  readonly page: string;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON; the test knows what it expects.
  readonly json: any;
}

/**
 * A visitor that sends requests like a browser without JavaScript, keeps cookies, and follows
 * redirects only in `visit`.
 */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(readonly origin: string) {}

  /** The same cookies in another hand. */
  copy(): Browser {
    const copy = new Browser(this.origin);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.send(path, { headers });
  }

  /** Opens a page and follows redirects, up to five. */
  async visit(path: string): Promise<TestResponse & { path: string }> {
    let at = path;
    for (let hop = 0; hop < 5; hop++) {
      const response = await this.get(at);
      if (!response.location) return { ...response, path: at };
      at = response.location;
    }
    throw new Error(`${path} redirects without end`);
  }

  /** Posts a form without following the redirect. A list repeats the field. */
  submit(
    path: string,
    fields: Record<string, string | readonly string[]> = {},
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const each of typeof value === 'string' ? [value] : value) body.append(name, each);
    }
    return this.send(path, { method: 'POST', body, headers: { Origin: this.origin, ...headers } });
  }

  /** Calls the API with a JSON body. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    return this.send(`/api${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
  }

  async send(
    path: string,
    init: Pick<RequestInit, 'method' | 'body'> & { headers?: Record<string, string> },
  ): Promise<TestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { pathname, search } = new URL(path, this.origin);
    const body = init.body ? new Response(init.body) : undefined;
    const type = body?.headers.get('Content-Type');
    // Not by fetch, which costs twice as much and asks for Brotli: compressing each page and back
    // costs both sides.
    const { status, headers, text } = await sendRaw(this.origin, {
      method: init.method ?? 'GET',
      path: pathname + search,
      headers: {
        ...(cookie ? { Cookie: cookie } : {}),
        ...(type ? { 'Content-Type': type } : {}),
        ...init.headers,
      },
      body: body && Buffer.from(await body.arrayBuffer()),
    });
    for (const header of headers.getSetCookie()) this.#keep(header);
    const isJson = /json/.test(headers.get('Content-Type') ?? '');
    return {
      status,
      headers,
      location: headers.get('Location') ?? '',
      text,
      get page() {
        return plain(text);
      },
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }

  #keep(header: string): void {
    const [pair = '', ...attributes] = header.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (attributes.some((each) => /^\s*max-age=0$/i.test(each))) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(at + 1));
  }
}

function plain(html: string): string {
  return unescaped(
    html
      .replace(/<(script|style|head)\b.*?<\/\1>/gs, ' ')
      .replace(/<!--.*?-->/gs, '')
      .replace(/<\/?(?:a|b|em|i|strong|span|code|time|abbr)\b[^>]*>/g, '')
      .replace(/<[^>]+>/g, ' '),
  )
    .replaceAll('\u00AD', '')
    .replace(/\s+/g, ' ')
    .trim();
}
