import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { DARK, LIGHT } from '~/ui/colors';
import { STRICT_POLICY } from './headers';

interface Words {
  readonly title: string;
  readonly detail: string;
}

/** For requests that are refused before any screen could say so. */
const WORDS: Readonly<Record<number, Words>> = {
  400: {
    title: 'Anfrage nicht lesbar',
    detail: 'Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
  },
  404: { title: 'Nicht gefunden', detail: 'Das gibt es nicht oder nicht mehr.' },
  408: { title: 'Zeit abgelaufen', detail: 'Die Anfrage kam nicht rechtzeitig vollständig an.' },
  413: { title: 'Anfrage zu groß', detail: 'Höchstens 1 MiB je Anfrage.' },
  416: { title: 'Bereich nicht vorhanden', detail: 'Diesen Teil der Datei gibt es nicht.' },
  417: {
    title: 'Erwartung nicht erfüllbar',
    detail: 'Diese Erwartung (Expect) kennt der Server nicht.',
  },
  431: {
    title: 'Anfrage zu lang',
    detail:
      'Die Adresse oder die Cookies dieser Anfrage sind zu lang. Bitte löschen Sie die Cookies dieser Seite.',
  },
  500: {
    title: 'Etwas ist schiefgegangen',
    detail: 'Der Fehler liegt bei uns. Bitte versuchen Sie es erneut.',
  },
  503: {
    title: 'Vorübergehend nicht erreichbar',
    detail: 'Bitte versuchen Sie es in einigen Sekunden erneut.',
  },
};

/** The house's look, for a page that no style sheet reaches. */
const STYLE = [
  'body{margin:12vh auto;max-width:30rem;padding:0 1.25rem;font:1rem/1.5 -apple-system,"Segoe UI",Roboto,Arial,sans-serif}',
  'h1{font:700 1.5rem/1.2 ui-serif,Georgia,serif}',
  'a{display:inline-block;padding:.625rem 1.125rem;border-radius:.625rem;font-weight:600;text-decoration:none}',
  themed(LIGHT),
  `@media(prefers-color-scheme:dark){${themed(DARK)}}`,
].join('');

function themed(colors: typeof LIGHT | typeof DARK): string {
  const { paper, ink, muted, green } = colors;
  return (
    `body{background:${paper};color:${ink}}small{color:${muted}}` +
    `a{background:${green};color:${colors['on-green']}}`
  );
}

/** Nothing but this style. */
const POLICY = `${STRICT_POLICY};style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** Refuses a request before any screen or call has seen it: by a page, or by a problem document. */
export function refuse(request: Request, response: Response, status: number): void {
  const forPeople =
    !request.url.startsWith('/api/') && /\btext\/html\b/.test(request.headers.accept ?? '');
  const { headers, body } = refusal(status, response.locals.requestId, forPeople);
  response
    .status(status)
    .set({ ...headers, Connection: 'close' })
    .send(body);
}

/**
 * The body of a refusal, and its own headers.
 * @param reference as in the log (B7)
 * @param forPeople true for a page in German, else a problem document (RFC 9457)
 */
export function refusal(
  status: number,
  reference: string,
  forPeople: boolean,
): { headers: Record<string, string>; body: string } {
  const { title, detail } = WORDS[status] ?? (status >= 500 ? words(500) : words(400));
  if (!forPeople) {
    const document = { type: 'about:blank', title, status, detail };
    return {
      headers: { 'Content-Type': 'application/problem+json' },
      body: JSON.stringify(document),
    };
  }
  return {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
    body: [
      '<!DOCTYPE html><html lang="de"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<meta name="color-scheme" content="light dark"><title>${title}</title>`,
      `<style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${detail}</p>`,
      '<p><a href="/app/">Zur Übersicht</a></p>',
      `<p><small>Referenz: <code>${reference}</code></small></p></main></body></html>`,
    ].join(''),
  };
}

const words = (status: 400 | 500) => WORDS[status] as Words;
