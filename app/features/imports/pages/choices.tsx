import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { importPath, importsPath } from '~/paths/imports';
import { chooseRows, readImportPage } from '../operations.server';
import { messages } from '../wording';

/** Saves the choices of one page of the preview on the way to another. */
export const action = form(chooseRows, {
  success: ({ isMended }) => (isMended ? messages.mended : messages.choicesSaved),
  failure: messages.importFailed,
  next: ({ uuid }, { request }) => importPath(uuid) + new URL(request.url).search,
  gone: importsPath,
  saysConflictOn: ({ params }) => importPath(params.import ?? ''),
});

const read = page(readImportPage);

/** For forms only; a page reload leads to the preview. */
export async function loader(args: LoaderFunctionArgs) {
  const { uuid } = await read(args);
  throw redirect(importPath(uuid));
}

export default function Choices() {
  return null;
}
