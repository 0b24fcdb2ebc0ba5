import type { LoaderFunctionArgs } from '@remix-run/node';
import { knownTags } from '~/doors/conditional';
import { problemOf } from '~/doors/fault.server';
import { callerByToken } from '~/doors/mail-link.server';
import { wholeResponse } from '~/doors/response-bodies.server';
import { readFeed } from '../operations.server';

/** How long a copy may be used without asking, in seconds. */
const FRESH_SECONDS = 15 * 60;

/** A calendar for programs that only know its address (M2): no cookie is read or set. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  try {
    const call = { token: params.token ?? '', known: knownTags(request) };
    const { output } = await readFeed.perform(callerByToken(args), call);
    const headers = {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Cache-Control': `private, max-age=${FRESH_SECONDS}`,
      // Weak, because the same calendar may be sent compressed or not.
      ETag: `W/${output.tag}`,
    };
    return output.calendar === null
      ? new Response(null, { status: 304, headers })
      : wholeResponse(output.calendar, { headers });
  } catch (error) {
    const { status, title, detail, headers } = problemOf(error, args);
    return wholeResponse(`${title}. ${detail}\n`, {
      status,
      headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
}
