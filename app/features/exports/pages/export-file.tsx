import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { form } from '~/doors/form.server';
import { failure } from '~/doors/notice.server';
import { page } from '~/doors/page.server';
import { redirectWith } from '~/doors/screen.server';
import { exportPath } from '~/paths/imports';
import { exportFile } from '../file.server';
import { exportMembers, readExport } from '../operations.server';
import { messages } from '../wording';

const read = page(readExport);

/** For forms only; a page reload leads to the form. */
export async function loader(args: LoaderFunctionArgs) {
  await read(args);
  return redirect(exportPath());
}

const create = form(exportMembers, { failure: messages.exportFailed, next: 'show' });

/** Downloads the members of a club (O7). */
export async function action(args: ActionFunctionArgs) {
  const { output, notice, result } = (await create(args)).data;
  if (output) return exportFile(output, args);
  // There is no screen that could say what was wrong.
  const [said] = Object.values(result.error ?? {}).flat();
  const told = said ? failure({ ...messages.exportFailed, message: said }) : notice;
  const screen = `${exportPath()}?${chosenIn(result.initialValue)}`;
  return told ? redirectWith(screen, told, args.context) : redirect(screen);
}

/** What was chosen, as the query of the screen, which shows it again. An empty status is a choice, too. */
function chosenIn(form: Record<string, unknown> | null | undefined): URLSearchParams {
  const fields = Object.entries({ status: '', ...form }).flatMap(([name, chosen]) =>
    [chosen].flat().map((each) => [name, String(each).slice(0, 200)]),
  );
  return new URLSearchParams(fields);
}
