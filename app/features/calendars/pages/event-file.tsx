import type { LoaderFunctionArgs } from '@remix-run/node';
import { page } from '~/doors/page.server';
import { readEventFile } from '../operations.server';
import { fileNames } from '../view';

const read = page(readEventFile);

/** Downloads an event for a calendar (M6). */
export async function loader(args: LoaderFunctionArgs) {
  const { name, date, calendar } = await read(args);
  const { ascii, utf8 } = fileNames(`${name} ${date}`);
  return new Response(calendar, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      // The second is for all current browsers (RFC 6266).
      'Content-Disposition': `attachment; filename="${ascii}.ics"; filename*=UTF-8''${utf8}.ics`,
      'Cache-Control': 'no-store',
    },
  });
}
