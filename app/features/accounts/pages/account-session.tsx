import { useLoaderData } from '@remix-run/react';
import { dateToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { accountPath, loginPath } from '~/paths/accounts';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { endOwnSession, readSessionForEnding } from '../operations/own-sessions.server';
import { messages } from '../wording';

const TITLE = 'Gerät ausloggen';

export const meta = titled(TITLE);
export const loader = page(readSessionForEnding, {
  gone: { to: accountPath, message: messages.sessionEndFailed },
});
export const action = form(endOwnSession, {
  success: messages.sessionEnded,
  failure: messages.sessionEndFailed,
  next: ({ current }) => (current ? loginPath : accountPath),
  gone: accountPath,
});

/** Confirms ending one session (A12). */
export default function AccountSessionDialog() {
  const session = useLoaderData<typeof loader>();
  return (
    <QuestionDialog title={TITLE} closeTo={accountPath} id="account-session" button="Ausloggen">
      <p>
        {session.device}, eingeloggt seit dem {session.since}. Ungenutzt endet das am{' '}
        {dateToText(session.until)}.{' '}
        {session.current
          ? 'Das ist dieses Gerät: Sie werden ausgeloggt.'
          : 'Dort muss man sich danach neu einloggen.'}
      </p>
    </QuestionDialog>
  );
}
