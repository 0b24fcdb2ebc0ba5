/** An answer as a person without JavaScript or a program gets it. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The path a redirect leads to, '' if it is none. */
  readonly location: string;
  readonly text: string;
  /** The text of a page without its tags, white space folded. */
  readonly page: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the call answers; the test says what it expects.
  readonly json: any;
}

/**
 * A visitor: sends requests as a browser without JavaScript does, keeps cookies, follows redirects
 * only when asked.
 */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(readonly origin: string) {}

  /** Opens a page. */
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

  /** Posts a form as a browser does, without following the redirect. A list repeats the field. */
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

  /** Sends a call of the API, JSON in and out. */
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
    init: RequestInit & { headers?: Record<string, string> },
  ): Promise<TestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, this.origin), {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie ? { Cookie: cookie } : {}), ...init.headers },
    });
    for (const header of response.headers.getSetCookie()) this.#keep(header);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('Location') ?? '',
      text,
      page: plain(text),
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
  return html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, ' ')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<\/?(?:a|b|em|i|strong|span|code|time|abbr)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
