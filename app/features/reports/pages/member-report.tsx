import { type ActionFunctionArgs, data } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { memberPath, membersPath } from '~/paths/members';
import { memberReportFilePath } from '~/paths/reports';
import { Banner } from '~/ui/banner';
import { Button, ButtonRow } from '~/ui/button';
import { Card } from '~/ui/card';
import { HiddenFields } from '~/ui/hidden-fields';
import { PageHeader } from '~/ui/page-header';
import { PrintButton } from '~/ui/print-button';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { ReportPaper } from '../components/report-paper';
import { createMemberReport, readMemberForReport } from '../operations.server';
import { reportScreenOf } from '../rows.server';
import { messages, REPORT, reportAbout } from '../wording';

export const meta = titled(REPORT);

const gone = { to: membersPath(), message: messages.reportLoadFailed };

export const loader = page(readMemberForReport, { gone });

const create = form(createMemberReport, {
  failure: messages.reportFailed,
  next: 'show',
  gone: '/app/members',
});

/** The response is the report; reloading it asks again. */
export const action = Object.assign(
  async (args: ActionFunctionArgs) => {
    const { data: response, init } = await create(args);
    const { output, ...rest } = response;
    return data({ ...rest, report: output && (await reportScreenOf(output)) }, init ?? undefined);
  },
  { failure: messages.reportFailed },
);

/** What a club holds about a member, to be given to them (S1, S2). */
export default function MemberReport() {
  const { uuid, firstName, lastName } = useLoaderData<typeof loader>();
  const report = useActionData<typeof action>()?.report;
  const name = `${firstName} ${lastName}`;
  return (
    <>
      <PageHeader
        title={reportAbout(name)}
        back={{ to: memberPath(uuid, '', ''), label: 'Mitglied' }}
        actions={report && <PrintButton />}
      />
      {report ? (
        <>
          <div className="print:hidden">
            <Banner tone="warning" title={`Nur für ${name}.`}>
              <p>
                Bitte lesen Sie die Auskunft, bevor Sie sie weitergeben: In Beschreibungen und
                Notizen kann jemand andere Menschen genannt haben. Geben Sie sie auf Papier oder als
                Datei weiter.
              </p>
            </Banner>
          </div>
          <ReportPaper {...report} />
        </>
      ) : (
        <Explanation member={uuid} name={name} />
      )}
    </>
  );
}

/** Says what will happen, before anybody looks at somebody else's data. */
function Explanation({ member, name }: { member: string; name: string }) {
  return (
    <Card>
      <div className="grid max-w-160 grid-cols-1 gap-4 wrap-anywhere">
        <p>
          Wenn jemand danach fragt, muss der Verein sagen, was er über ihn gespeichert hat (Art. 15
          DSGVO), auch ohne Benutzerkonto. Hier stellen Sie es für <strong>{name}</strong> zusammen:
          zum Ausdrucken oder als Datei.
        </p>
        <p>
          Sie sehen dabei auch Notizen an Antworten und welche E-Mails verschickt wurden. Erstellen
          Sie die Auskunft deshalb nur, wenn {name} darum gebeten hat. Im Protokoll steht, dass Sie
          es waren.
        </p>
        <QuestionForm id="member-report">
          <ButtonRow>
            <Button variant="primary">Auskunft erstellen</Button>
          </ButtonRow>
        </QuestionForm>
        <Form action={memberReportFilePath(member)} method="post" reloadDocument>
          <HiddenFields form="member-report-file" />
          <ButtonRow>
            <Button>Als Datei (JSON)</Button>
          </ButtonRow>
        </Form>
      </div>
    </Card>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.reportLoadFailed);
