import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { pageBehind } from '~/paths/events';
import { QuestionDialog } from '~/ui/question-dialog';
import type { readWaitingDialog } from '../waiting-dialog.server';

type WaitingMemberDialogProps = {
  /** Also the button's text. */
  title: string;
  variant: 'primary' | 'danger';
  /** What happens to the member, before the event's name. */
  children: ReactNode;
  /** Why it cannot happen now. */
  hint?: string;
};

/** Asks before a member on the waiting list gets a place, or is removed from the list (K8). */
export function WaitingMemberDialog({ title, variant, children, hint }: WaitingMemberDialogProps) {
  const { name, date, member } = useLoaderData<typeof readWaitingDialog>();
  const { event = '' } = useParams();
  return (
    <QuestionDialog
      title={title}
      closeTo={pageBehind(event, useLocation())}
      id="waiting-member"
      button={title}
      variant={variant}
    >
      <p>
        <strong>{member}</strong> {children} {name} am {date} und erfährt es per E-Mail, falls ein
        Zugang besteht.
      </p>
      {hint && <p>{hint}</p>}
    </QuestionDialog>
  );
}
