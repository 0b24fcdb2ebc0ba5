import type { Browser, CDPSession } from 'playwright';

/** The bytes of a first visit on the wire, without headers. */
export interface Visit {
  readonly html: number;
  readonly css: number;
  readonly js: number;
  readonly other: number;
  readonly requests: number;
  /** From the request to the first contentful paint, in milliseconds. */
  readonly readableMs: number;
}

/** Chromium's old 'Slow 3G': 400 ms of latency, 400 kbit/s each way. */
export const SLOW_3G = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};

type Kind = 'html' | 'css' | 'js' | 'other';

/**
 * Visits an address with an empty cache and counts the bytes.
 * @param token of a session, or null if not logged in
 * @param slow emulates slow 3G
 */
export async function firstVisit(
  browser: Browser,
  address: string,
  { token = null, slow = false }: { token?: string | null; slow?: boolean } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
  });
  try {
    if (token)
      await context.addCookies([{ name: 'session', value: token, url: new URL(address).origin }]);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    if (slow) await devtools.send('Network.emulateNetworkConditions', SLOW_3G);
    const count = counting(devtools);
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
    await page.waitForLoadState('networkidle', { timeout: 60_000 });
    const readableMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    return { ...count(), readableMs: Math.round(readableMs) };
  } finally {
    await context.close();
  }
}

/** Counts the bytes of bodies by type. */
function counting(devtools: CDPSession) {
  const sums: Record<Kind, number> = { html: 0, css: 0, js: 0, other: 0 };
  const kinds = new Map<string, Kind>();
  const heads = new Map<string, number>();
  const remembered = new Set<string>();
  // The confirmation of an address submits itself and loads a second document, whose style comes
  // from the cache.
  devtools.on('Network.requestServedFromCache', ({ requestId }) => remembered.add(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.url.startsWith('http')) return;
    if (remembered.has(requestId) || response.fromDiskCache) return;
    kinds.set(requestId, kindOf(response.mimeType));
    heads.set(requestId, response.encodedDataLength);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) sums[kind] += encodedDataLength - (heads.get(requestId) ?? 0);
  });
  return () => ({ ...sums, requests: kinds.size });
}

function kindOf(mimeType: string): Kind {
  if (mimeType === 'text/html') return 'html';
  if (mimeType === 'text/css') return 'css';
  return /javascript/.test(mimeType) ? 'js' : 'other';
}
