import type { LoaderFunctionArgs } from '@remix-run/node';
import { page } from '~/doors/page.server';
import { readOwnData } from '../operations/account.server';

const read = page(readOwnData);

/** Downloads everything stored about the user (A12). */
export async function loader(args: LoaderFunctionArgs) {
  return new Response(JSON.stringify(await read(args), null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="meine-daten.json"',
      'Cache-Control': 'no-store',
    },
  });
}
