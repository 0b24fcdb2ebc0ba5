import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { accountPath, ownDataPath } from '~/paths/accounts';
import { ownReportFilePath } from '~/paths/reports';
import { ButtonLink, ButtonRow } from '~/ui/button';
import { Card } from '~/ui/card';
import { PageHeader } from '~/ui/page-header';
import { PrintButton } from '~/ui/print-button';
import { titled } from '~/ui/title';
import { ReportPaper } from '../components/report-paper';
import { readOwnReport } from '../operations.server';
import { reportScreenOf } from '../rows.server';
import { REPORT, reportAbout } from '../wording';

export const meta = titled(REPORT);

const read = page(readOwnReport);

export async function loader(args: LoaderFunctionArgs) {
  return reportScreenOf(await read(args));
}

/** What is stored about the user, to be read and printed (S1). */
export default function OwnReport() {
  const report = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={reportAbout(report.about)}
        back={{ to: accountPath, label: 'Mein Konto' }}
        actions={<PrintButton />}
      />
      <ReportPaper {...report} />
      <div className="print:hidden">
        <Card title="Als Datei">
          <p className="mb-3">Für Programme (JSON). „Meine Daten“ lassen sich anderswo einlesen.</p>
          <ButtonRow>
            <ButtonLink to={ownReportFilePath} reloadDocument>
              Auskunft herunterladen
            </ButtonLink>
            <ButtonLink to={ownDataPath} reloadDocument>
              Meine Daten herunterladen
            </ButtonLink>
          </ButtonRow>
        </Card>
      </div>
    </>
  );
}

export { OwnErrorScreen as ErrorBoundary } from '~/frame/error-screen';
