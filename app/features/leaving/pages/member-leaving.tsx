import { useLoaderData, useLocation } from '@remix-run/react';
import type { z } from 'zod';
import { dateToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages as members, nameOf } from '~/features/members/wording';
import { membersBehind, membersPath } from '~/paths/members';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { DateField } from '~/ui/date-field';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { readMemberForLeaving, setLeaving } from '../operations.server';
import { memberLeavingForm } from '../schema';
import { LAST_ADMIN_STAYS, messages } from '../wording';

export const meta = titled('Austritt');
export const loader = page(readMemberForLeaving, {
  gone: { to: membersBehind, message: members.memberLoadFailed },
});
export const action = form(setLeaving, {
  fields: memberLeavingForm,
  success: messages.leavingSaved,
  failure: messages.leavingFailed,
  next: (_output, args) => membersBehind(args),
  gone: membersBehind,
});

type Member = ReturnType<typeof useLoaderData<typeof loader>>;

/** Says what ends when a member leaves, and takes the day; or takes it back (O8). */
export default function MemberLeaving() {
  const member = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <RouteDialog title="Austritt" subject={nameOf(member)} closeTo={membersPath(search)}>
      {member.leftOn === null ? (
        <Departure {...member} />
      ) : (
        <Planned {...member} leftOn={member.leftOn} />
      )}
    </RouteDialog>
  );
}

function Departure(member: Member) {
  const [leaving, fields] = useActionForm<z.input<typeof memberLeavingForm>>({
    id: 'member-leaving',
    defaultValue: { on: member.day },
  });
  if (member.isNeeded) return <Needed />;
  return (
    <>
      <Consequences {...member} />
      <ActionForm form={leaving} labels={{ on: 'Letzter Tag' }}>
        <DateField
          field={fields.on}
          label="Letzter Tag"
          hint="Bis zum Ende dieses Tages bleibt alles, wie es ist. Ein Tag in der Vergangenheit gilt sofort."
        />
        <DialogActions>
          <Button variant="danger">Austritt eintragen</Button>
        </DialogActions>
      </ActionForm>
    </>
  );
}

function Needed() {
  return (
    <>
      <Banner tone="warning" title="Das geht noch nicht.">
        {LAST_ADMIN_STAYS}
      </Banner>
      <DialogActions cancel="Schließen" />
    </>
  );
}

/** What happens at the end of the last day. */
function Consequences({ firstName, user, promised }: Member) {
  return (
    <div>
      <p>Wenn der letzte Tag vorbei ist,</p>
      <ul className="list-disc pl-6">
        {user !== null && (
          <li>
            endet der Zugang zum Verein: {firstName} sieht dort nichts mehr, Kalender-Abos und Links
            in E-Mails gelten nicht mehr, Berechtigungen enden.
          </li>
        )}
        <li>
          werden Zusagen und Wartelisten-Plätze für spätere Veranstaltungen zurückgezogen
          {promised > 0 && ` (zurzeit höchstens ${promised})`}. Frei werdende Plätze bekommt, wer
          wartet.
        </li>
        <li>gehört {firstName} zu keiner Gruppe mehr und wird nicht mehr gefragt.</li>
        <li>steht der Eintrag unter „Ehemalige“, mit allem, woran {firstName} teilgenommen hat.</li>
      </ul>
    </div>
  );
}

function Planned(member: Member & { leftOn: string }) {
  const { firstName, leftOn, hasLeft, day, user, mayInvite } = member;
  const isOverdue = !hasLeft && leftOn < day;
  return (
    <>
      {hasLeft ? (
        <p>
          {firstName} ist zum {dateToText(leftOn)} ausgetreten. Beim Wiederaufnehmen lebt der
          Eintrag mit allem auf, was er enthält. Zugang und Gruppen kommen nicht von selbst zurück
          {mayInvite ? ': Laden Sie danach neu ein.' : '.'}
        </p>
      ) : (
        <p>
          {firstName} tritt zum {dateToText(leftOn)} aus. Bis zum Ende dieses Tages lässt sich das
          zurücknehmen.
        </p>
      )}
      {isOverdue && user !== null && (
        <Banner tone="warning" title="Der Austritt ist noch nicht vollzogen.">
          {member.isNeeded ? LAST_ADMIN_STAYS : 'Das geschieht in den nächsten Minuten.'}
        </Banner>
      )}
      <QuestionForm id="member-staying">
        <input type="hidden" name="back" value="on" />
        <DialogActions cancel="Schließen">
          <Button variant="primary">
            {hasLeft ? 'Wieder aufnehmen' : 'Austritt zurücknehmen'}
          </Button>
        </DialogActions>
      </QuestionForm>
    </>
  );
}
