import { useLoaderData } from '@remix-run/react';
import { dateToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages as members, nameOf } from '~/features/members/wording';
import { activeErrorScreen } from '~/frame/error-screen';
import { holdPath } from '~/paths/erasure';
import { memberPath, membersPath } from '~/paths/members';
import { memberReportPath } from '~/paths/reports';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { eraseForGood, readMemberForErasure } from '../operations.server';
import { ERASE, KEPT_FOR, messages } from '../wording';

export const meta = titled(ERASE);
export const loader = page(readMemberForErasure, {
  gone: { to: membersPath(), message: members.memberLoadFailed },
});
export const action = form(eraseForGood, {
  success: messages.memberErased,
  failure: messages.memberEraseFailed,
  next: () => membersPath(),
  gone: () => membersPath(),
});

type Member = ReturnType<typeof useLoaderData<typeof loader>>;

/** What is deleted when a member is erased, what stays and why (S3); and why a record is kept (S4). */
export default function Erasure() {
  const member = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`${ERASE}: ${nameOf(member)}`}
        back={{ to: memberPath(member.uuid, '', ''), label: 'Mitglied' }}
      />
      <div className="max-w-160 wrap-anywhere">
        <Stack>
          <Card title="Das wird gelöscht">
            <Going {...member} />
          </Card>
          <Card title="Das bleibt, und warum">
            <Staying {...member} />
          </Card>
          <Card title={KEPT_FOR}>
            <Hold {...member} />
          </Card>
          <Question {...member} />
        </Stack>
      </div>
    </>
  );
}

const LIST = 'list-disc pl-6';

const namesOf = ({ names }: Member, staying: boolean) =>
  new Intl.ListFormat('de').format(
    names.flatMap(({ name, stays }) => (stays === staying ? name : [])),
  );

function Going(member: Member) {
  const { counts, userName, pseudonym } = member;
  const erased = namesOf(member, false);
  const things = [
    [counts.answers, 'Antworten auf Veranstaltungen, mit Notizen'],
    [counts.participations, 'Teilnahmen'],
    [counts.polls, 'Antworten in Umfragen'],
    [counts.groups, 'Gruppen, auch frühere'],
    [counts.optOuts, 'Serien, die das Mitglied nicht betreffen'],
    [counts.absences, 'Abwesenheiten'],
    [counts.mails, 'Einträge darüber, was per E-Mail verschickt wurde'],
  ] as const;
  return (
    <ul className={LIST}>
      <li>der Eintrag mit allen Angaben, und eine offene Einladung</li>
      {things
        .filter(([count]) => count > 0)
        .map(([count, what]) => (
          <li key={what}>
            {what}: {count}
          </li>
        ))}
      {userName !== null && (
        <li>der Zugang von {userName} zum Verein, mit Berechtigungen und Einstellungen</li>
      )}
      {erased !== '' && (
        <li>
          der Name im Protokoll: Dort steht künftig „{pseudonym}“ statt {erased}
        </li>
      )}
    </ul>
  );
}

function Staying(member: Member) {
  const { uuid, counts, userName } = member;
  const kept = namesOf(member, true);
  return (
    <ul className={LIST}>
      {counts.participations > 0 && (
        <li>wie viele da waren: als Zahl ohne Namen, damit Auswertungen stimmen</li>
      )}
      <li>
        was im Verein wann getan wurde: Das Protokoll weist es nach{' '}
        {kept !== ''
          ? `(hier mit dem Namen ${kept}, den noch jemand im Verein hat oder hatte: Niemand weiß, wer gemeint ist)`
          : '(ohne diesen Namen)'}
      </li>
      {userName !== null && (
        <li>
          das Benutzerkonto von {userName}: Es gehört nicht dem Verein. Gelöscht wird es unter „Mein
          Konto“, und bis dahin steht sein Name im Protokoll bei dem, was es getan hat
        </li>
      )}
      <li>was andere in Nachrichten und Beschreibungen geschrieben haben</li>
      <li>Sicherungen, bis sie ablaufen: Wird eine eingespielt, so wird dort ebenfalls gelöscht</li>
      <li>
        Vorher noch eine Kopie? Dafür ist die <Link to={memberReportPath(uuid)}>Auskunft</Link> da
      </li>
    </ul>
  );
}

/** Why the record is kept, or when it is erased automatically. */
function Hold({ uuid, hold, eraseOn }: Member) {
  return (
    <Stack>
      {hold !== '' ? (
        <p>Grund: {hold}</p>
      ) : eraseOn !== null ? (
        <p>Die Frist des Vereins läuft ab: Am {dateToText(eraseOn)} wird der Eintrag gelöscht.</p>
      ) : (
        <p>Es ist kein Grund vermerkt, den Eintrag aufzubewahren.</p>
      )}
      <ButtonRow>
        <ButtonLink to={holdPath(uuid)}>
          {hold === '' ? 'Grund eintragen' : 'Grund ändern'}
        </ButtonLink>
      </ButtonRow>
    </Stack>
  );
}

function Question(member: Member) {
  const { firstName, user, hold, mayErase } = member;
  if (hold !== '')
    return (
      <Banner tone="warning" title="Der Eintrag wird aufbewahrt.">
        Entfernen Sie erst den Grund, wenn er trotzdem gelöscht werden soll.
      </Banner>
    );
  if (!mayErase)
    return (
      <Banner tone="warning" title="Das kann nur jemand mit der Berechtigung Administration.">
        {firstName} hat Zugang zum Verein.
      </Banner>
    );
  return (
    <QuestionForm id="erase-member">
      {user !== null && <input type="hidden" name="endAccessOf" value={user} />}
      <p>
        Sollen die Daten von <strong>{nameOf(member)}</strong> wirklich gelöscht werden? Das lässt
        sich nicht rückgängig machen.
      </p>
      <ButtonRow>
        <Button variant="danger">{ERASE}</Button>
      </ButtonRow>
    </QuestionForm>
  );
}

export const ErrorBoundary = activeErrorScreen(members.memberLoadFailed);
