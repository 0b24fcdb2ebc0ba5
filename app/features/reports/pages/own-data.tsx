import type { LoaderFunctionArgs } from '@remix-run/node';
import { jsonFile } from '~/doors/file.server';
import { page } from '~/doors/page.server';
import { readOwnData } from '../operations.server';

const read = page(readOwnData);

/** Downloads everything stored about the user (A12). */
export async function loader(args: LoaderFunctionArgs) {
  return jsonFile(await read(args), 'meine-daten.json', args);
}
