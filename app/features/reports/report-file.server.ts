import type { ActionFunctionArgs } from '@remix-run/node';
import { jsonFile } from '~/doors/file.server';
import type { ReportFile } from './report.server';
import { reportToWire } from './wire';

export function reportFile(report: ReportFile, args: ActionFunctionArgs): Promise<Response> {
  const { createdAt } = report;
  return jsonFile({ createdAt, ...reportToWire(report) }, 'auskunft.json', args);
}
