import { useEffect, useRef } from 'react';
import { dateToText } from '~/dates';
import { useShell } from '~/frame/context';
import { membersPath } from '~/paths/members';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { CopyField } from '~/ui/copy-field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { PrintButton } from '~/ui/print-button';
import type { Outcome, Outcomes } from '../operations/several.server';
import type { RowFields } from './invitation-rows';

const nameOf = ({ firstName, lastName, distinction }: Outcome) =>
  `${firstName} ${lastName}${distinction ? ` (${distinction})` : ''}`;

/** The result of the invitations, with links for those who got no mail, shown once (D4). */
export function Invited({ results, unsent, gone, validThrough }: Outcomes) {
  const mailed = results.filter(({ done }) => done === 'mailed');
  const withLink = results.filter(({ done }) => done === 'link');
  const linked = results.filter(({ done }) => done === 'linked');
  const shown = withLink.filter(({ link }) => link !== '');
  const failed = shown.filter(({ email }) => email !== '');
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <>
      <div className="grid gap-5 print:hidden" ref={start} tabIndex={-1}>
        <PageHeader title="Einladungen" />
        {mailed.length > 0 && (
          <Banner tone="success" title={`${countOf(mailed)} per E-Mail verschickt.`} alert>
            <ul>
              {mailed.map((each) => (
                <li key={each.member}>{addressed(each)}</li>
              ))}
            </ul>
          </Banner>
        )}
        {linked.length > 0 && (
          <Banner title="Nicht eingeladen, weil es den Zugang schon gibt:">
            <p>{linked.map(nameOf).join(', ')}</p>
          </Banner>
        )}
        {gone.length > 0 && (
          <Banner tone="warning" title={goneInWords(gone)} alert>
            <p>{gone.filter(Boolean).join(', ')}</p>
          </Banner>
        )}
        {unsent.length > 0 && shown.length > 0 && <Unsent reasons={unsent} failed={failed} />}
        {shown.length > 0 && (
          <Banner tone="warning" title="Diese Links können nur einmal angezeigt werden." alert>
            <p>
              Kopieren oder drucken Sie sie jetzt. Jeder gilt für eine Person, und bis{' '}
              {dateToText(validThrough)}.
            </p>
          </Banner>
        )}
        {shown.length < withLink.length && (
          <Banner tone="warning" title="Die Links wurden schon angezeigt." alert>
            <p>
              Wenn Sie sie kopiert oder gedruckt haben, können Sie sie verwenden. Sonst laden Sie{' '}
              {withLink.map(nameOf).join(', ')} noch einmal ein: Die alten Links werden dann
              ungültig.
            </p>
          </Banner>
        )}
        {shown.length > 0 && <Links shown={shown} />}
        <ButtonRow>
          {shown.length > 0 && <PrintButton variant={shown.length > 1 ? 'secondary' : 'primary'} />}
          <ButtonLink to={membersPath()} variant={shown.length > 0 ? 'secondary' : 'primary'}>
            Fertig
          </ButtonLink>
        </ButtonRow>
      </div>
      <Strips shown={shown} validThrough={validThrough} />
    </>
  );
}

const countOf = (some: readonly unknown[]) =>
  some.length === 1 ? 'Eine Einladung' : `${some.length} Einladungen`;

const goneInWords = ({ length }: readonly unknown[]) =>
  length === 1 ? 'Ein Mitglied gibt es nicht mehr.' : `${length} Mitglieder gibt es nicht mehr.`;

/** A repeated form no longer has addresses. */
const addressed = (outcome: Outcome) =>
  outcome.email ? `${nameOf(outcome)} (${outcome.email})` : nameOf(outcome);

/** Tries again with the same addresses, which creates new links. */
function Unsent({ reasons, failed }: { reasons: readonly string[]; failed: readonly Outcome[] }) {
  const [retrying] = useActionForm<RowFields>({ id: 'invite-again', lastResult: null });
  return (
    <Banner tone="warning" title={`${countOf(failed)} nicht per E-Mail verschickt.`} alert>
      <div className="grid gap-3">
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        <p>
          Ihre Links stehen unten, Sie können sie selbst verschicken. Oder Sie versuchen es später
          noch einmal; dann gelten neue Links.
        </p>
        <ActionForm form={retrying} summary={false}>
          {failed.map(({ member, email }, at) => (
            <div key={member} className="contents">
              <input type="hidden" name={`rows[${at}].member`} value={member} />
              <input type="hidden" name={`rows[${at}].email`} value={email} />
            </div>
          ))}
          <ButtonRow>
            <Button>Noch einmal per E-Mail senden</Button>
          </ButtonRow>
        </ActionForm>
      </div>
    </Banner>
  );
}

function Links({ shown }: { shown: readonly Outcome[] }) {
  const all = shown.map((each) => `${nameOf(each)}: ${each.link}`).join('\n');
  return (
    <div className="grid gap-4 rounded border border-line bg-card p-5 leaf">
      {shown.length > 1 && <CopyField label="Alle Links" value={all} multiline />}
      {shown.map((each) => (
        <CopyField key={each.member} label={addressed(each)} value={each.link} />
      ))}
    </div>
  );
}

/** On paper: a strip to cut off for each person. */
function Strips({
  shown,
  validThrough,
}: Pick<Outcomes, 'validThrough'> & { shown: readonly Outcome[] }) {
  const club = useShell().active?.name ?? '';
  return (
    <ul className="hidden print:block">
      {shown.map((each) => (
        <li key={each.member} className="break-inside-avoid border-b py-3">
          <h2>
            {club}: Einladung für {nameOf(each)}
          </h2>
          <p>Öffnen Sie diese Adresse, und loggen Sie sich ein oder legen Sie ein Konto an:</p>
          <code className="wrap-anywhere">{each.link}</code>
          <p>Nur für Sie, gültig bis {dateToText(validThrough)}.</p>
        </li>
      ))}
    </ul>
  );
}
