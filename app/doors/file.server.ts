import type { ActionFunctionArgs } from '@remix-run/node';
import { Problem } from '~/kernel/problem';
import { jsonInPieces } from './json-pieces.server';
import { longResponse } from './long-response.server';

/**
 * A JSON file to download, of any length, with a line for each list item.
 * @param name of the file
 * @returns 429 as a sentence if too many of the user's requests are waiting
 */
export async function jsonFile(
  body: unknown,
  name: string,
  { context }: ActionFunctionArgs,
): Promise<Response> {
  const { services, actor, ip, gone } = context;
  const user = (await actor)?.uuid ?? ip;
  const headers = fileHeaders('application/json; charset=utf-8', name);
  const read = () => jsonInPieces(body, '\n');
  return orInText(context, () =>
    longResponse(read, { gone, limits: services.limits, user }, headers),
  );
}

/** The headers of a file to be saved. @param name does not say whom it is about */
export const fileHeaders = (type: string, name: string) =>
  new Headers({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  });

/** A file, or a sentence why there is none, as its address has no screen. */
export async function orInText(
  { document }: ActionFunctionArgs['context'],
  file: () => Promise<Response>,
): Promise<Response> {
  // Scripts cannot save a file: forms that lead to one reload the document.
  if (document === false) return new Response(null, { status: 400 });
  try {
    return await file();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', ...error.headers };
    return new Response(error.detail ?? error.title, { status: error.status, headers });
  }
}
