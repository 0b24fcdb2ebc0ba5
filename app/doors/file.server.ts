import type { ActionFunctionArgs } from '@remix-run/node';
import { jsonInPieces } from './json-pieces.server';
import { longResponse } from './long-response.server';

/**
 * A file of JSON to be kept, of any length, with its lists line by line.
 * @param name as which it is saved; says nothing of whom it is about
 * @throws Problem 429
 */
export async function jsonFile(
  body: unknown,
  name: string,
  { request, context }: ActionFunctionArgs,
): Promise<Response> {
  const { services, actor, ip } = context;
  const user = (await actor)?.uuid ?? ip;
  const headers = new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  });
  const read = () => jsonInPieces(body, '\n');
  return longResponse(read, { request, limits: services.limits, user }, headers);
}
