import type { Report } from './report.server';
import { reportToWire } from './wire';

/** A report as a file to be kept. Its name says nothing of whom it is about. */
export function reportFile(report: Report): Response {
  const { createdAt } = report;
  return new Response(JSON.stringify({ createdAt, ...reportToWire(report) }, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="auskunft.json"',
      'Cache-Control': 'no-store',
    },
  });
}
