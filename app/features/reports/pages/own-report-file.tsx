import type { LoaderFunctionArgs } from '@remix-run/node';
import { page } from '~/doors/page.server';
import { readOwnReportFile } from '../operations.server';
import { reportFile } from '../report-file.server';

const read = page(readOwnReportFile);

/** Downloads what is stored about the user, for programs (S1). */
export async function loader(args: LoaderFunctionArgs) {
  return reportFile(await read(args), args);
}
