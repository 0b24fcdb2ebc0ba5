import type { Request, Response } from 'express';

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

/** Refuses a request before any screen or call has seen it: by a page, or by a problem document. */
export function refuse(request: Request, response: Response, status: number): void {
  const forPeople =
    !request.url.startsWith('/api/') && /\btext\/html\b/.test(request.headers.accept ?? '');
  const { type, body } = refusal(status, response.locals.requestId, forPeople);
  response.status(status).set('Connection', 'close').type(type).send(body);
}

/**
 * The body of a refusal.
 * @param reference as in the log (B7)
 * @param forPeople true for a page in German, else a problem document (RFC 9457)
 */
export function refusal(
  status: number,
  reference: string,
  forPeople: boolean,
): { type: string; body: string } {
  const { title, detail } = WORDS[status] ?? (status >= 500 ? words(500) : words(400));
  if (!forPeople) {
    const document = { type: 'about:blank', title, status, detail };
    return { type: 'application/problem+json', body: JSON.stringify(document) };
  }
  return {
    type: 'text/html; charset=utf-8',
    body: [
      '<!DOCTYPE html><html lang="de"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<meta name="color-scheme" content="light dark"><title>${title}</title></head>`,
      `<body><main><h1>${title}</h1><p>${detail}</p><p>Referenz: <code>${reference}</code></p>`,
      '<p><a href="/app/">Zur Übersicht</a></p></main></body></html>',
    ].join(''),
  };
}

const words = (status: 400 | 500) => WORDS[status] as Words;
