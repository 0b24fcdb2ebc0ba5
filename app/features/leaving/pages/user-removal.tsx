import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages as permissions } from '~/features/permissions/wording';
import { useShell } from '~/frame/context';
import { usersBehind, usersPath } from '~/paths/permissions';
import { homePath } from '~/paths/shell';
import { Banner } from '~/ui/banner';
import { QuestionDialog } from '~/ui/question-dialog';
import { QuestionTick } from '~/ui/question-field';
import { titled } from '~/ui/title';
import { readUserForRemoval, removeUser } from '../operations.server';
import { messages, WITHDRAW, withdrawHint } from '../wording';

const TITLE = 'Benutzer entfernen';

export const meta = titled(TITLE);
export const loader = page(readUserForRemoval, {
  gone: { to: usersPath(), message: permissions.permissionLoadFailed },
});
export const action = form(removeUser, {
  success: ({ person }) => messages.userRemoved(person),
  failure: messages.userRemoveFailed,
  next: ({ own }, args) => (own ? homePath : usersBehind(args)),
  gone: () => usersPath(),
});

/** Confirms removing a user from the organisation (C3). */
export default function RemoveUser() {
  const user = useLoaderData<typeof loader>();
  const { active } = useShell();
  const { search } = useLocation();
  return (
    <QuestionDialog
      title={TITLE}
      subject={active?.name}
      closeTo={usersPath(search)}
      id="remove-user"
      button={TITLE}
    >
      <p>
        Soll{' '}
        <strong>
          {user.firstName} {user.lastName}
        </strong>{' '}
        ({user.email}) wirklich aus dem Verein entfernt werden?
      </p>
      <p>
        Der Zugang und alle Berechtigungen enden sofort. Ein verknüpftes Mitglied bleibt mit seinen
        Anmeldungen und Antworten erhalten, nur ohne Zugang.
      </p>
      {user.own && (
        <Banner tone="warning" title="Das sind Sie selbst.">
          Sie haben danach keinen Zugang mehr.
        </Banner>
      )}
      {user.promised > 0 && (
        <QuestionTick name="withdraw" label={WITHDRAW} hint={withdrawHint(user.promised)} />
      )}
    </QuestionDialog>
  );
}
