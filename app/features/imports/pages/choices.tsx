import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import { form } from '~/doors/form.server';
import { importPath, importsPath } from '~/paths/imports';
import { chooseRows } from '../operations.server';
import { messages } from '../wording';

/** Keeps what was chosen of one page of the preview, on the way to another. */
export const action = form(chooseRows, {
  success: messages.choicesSaved,
  failure: messages.importFailed,
  next: ({ uuid }, { request }) => importPath(uuid) + new URL(request.url).search,
  gone: importsPath,
});

export function loader({ params }: LoaderFunctionArgs) {
  throw redirect(importPath(params.import ?? ''));
}

export default function Choices() {
  return null;
}
