import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { page } from '~/doors/page.server';
import { previewNewDates } from '../operations/creation.server';

const read = page(previewNewDates);

/** The dates of a new event while its form is filled in (Y3); null if it does not repeat. */
export async function loader(args: LoaderFunctionArgs) {
  return json(await read(args));
}
