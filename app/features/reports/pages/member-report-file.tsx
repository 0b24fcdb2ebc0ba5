import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { redirectWith } from '~/doors/screen.server';
import { memberReportPath } from '~/paths/reports';
import { createMemberReportFile, readMemberForReport } from '../operations.server';
import { reportFile } from '../report-file.server';
import { messages } from '../wording';

const read = page(readMemberForReport);

/** For forms only; a page reload leads to the form. */
export async function loader(args: LoaderFunctionArgs) {
  const { uuid } = await read(args);
  return redirect(memberReportPath(uuid));
}

const create = form(createMemberReportFile, { failure: messages.reportFailed, next: 'show' });

/** Downloads what a club holds about a member (S1, S2). */
export async function action(args: ActionFunctionArgs) {
  const { output, notice } = (await create(args)).data;
  if (output) return reportFile(output, args);
  // There is no screen that could say what was wrong.
  const path = memberReportPath(args.params.member ?? '');
  return notice ? redirectWith(path, notice, args.context) : redirect(path);
}
