import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { holdPath } from '~/paths/erasure';
import { membersBehind, membersPath } from '~/paths/members';
import { ButtonLink } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { QuestionDialog } from '~/ui/question-dialog';
import { QuestionTick } from '~/ui/question-field';
import { titled } from '~/ui/title';
import { deleteMember, readMemberForDeletion } from '../operations/deletion.server';
import { losses } from '../view';
import { messages } from '../wording';

const TITLE = 'Mitglied löschen';

export const meta = titled(TITLE);
export const loader = page(readMemberForDeletion, {
  gone: { to: membersBehind, message: messages.memberLoadFailed },
});
export const action = form(deleteMember, {
  success: messages.memberDeleted,
  failure: messages.memberDeleteFailed,
  next: (_output, args) => membersBehind(args),
  gone: membersBehind,
});

/** Asks before a member is deleted and lists what is deleted with it (D2). */
export default function DeleteMember() {
  const { uuid, firstName, lastName, held, belongings, access } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const lost = losses(belongings);
  if (held)
    return (
      <RouteDialog title={TITLE} subject={`${firstName} ${lastName}`} closeTo={membersPath(search)}>
        <p>{held.why}</p>
        <p>„{held.reason}“</p>
        <DialogActions cancel="Schließen">
          <ButtonLink to={holdPath(uuid)}>Grund ändern</ButtonLink>
        </DialogActions>
      </RouteDialog>
    );
  return (
    <QuestionDialog title={TITLE} closeTo={membersPath(search)} id="delete-member" button="Löschen">
      <p>
        Möchten Sie{' '}
        <strong>
          {firstName} {lastName}
        </strong>{' '}
        wirklich löschen? Das lässt sich nicht rückgängig machen.
      </p>
      {lost.length > 0 && (
        <div>
          <p>Damit gehen auch verloren:</p>
          <ul className="list-disc pl-6">
            {lost.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      )}
      {access && canEnd(access) ? (
        <QuestionTick
          name="endAccessOf"
          value={access.user}
          label="Zugang auch beenden"
          hint={`${access.firstName} ${access.lastName} (${access.email}) sieht dann nichts mehr vom Verein und bekommt keine E-Mails mehr von ihm.`}
        />
      ) : (
        belongings.linked && <p>{access ? whyNot(access) : STAYS}</p>
      )}
    </QuestionDialog>
  );
}

type Access = Readonly<Record<'own' | 'isLastAdmin', boolean>>;

/** The user's own access is ended under 'Mein Konto', and the last administrator's cannot be (C4). */
const canEnd = ({ own, isLastAdmin }: Access) => !own && !isLastAdmin;

const STAYS = 'Der verknüpfte Benutzer bleibt im Verein, dann ohne verknüpftes Mitglied.';

const whyNot = ({ own }: Access) =>
  own
    ? 'Das sind Sie selbst: Ihr Zugang bleibt, dann ohne verknüpftes Mitglied. Beenden können Sie ihn unter „Mein Konto“.'
    : `${STAYS} Sonst könnte sie niemand mehr verwalten.`;
