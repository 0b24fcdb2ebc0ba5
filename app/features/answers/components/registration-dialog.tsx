import { useActionData, useLocation, useParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { EVENT_OVER, occupancyOf } from '~/features/events/wording';
import { pageBehind } from '~/paths/events';
import { Banner } from '~/ui/banner';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import type { ActionFormData } from '~/ui/form';
import { Meter } from '~/ui/meter';
import { QuestionForm } from '~/ui/question-form';
import type { AnswerDialog } from '../registration-dialog.server';
import { EVENT_BEGUN, labels } from '../wording';
import { FORM } from './answer-fields';

type RegistrationDialogProps = Pick<AnswerDialog, 'past' | 'places' | 'other'> & {
  title: string;
  /** Why the answer is not possible. */
  obstacle?: string | null;
  /** The question; if nothing can be answered, its subject. */
  children: ReactNode;
  /** The answer's note; kept if it cannot be changed. */
  keptNote?: string;
  /** What else the event asks. */
  fields?: ReactNode;
  buttons: ReactNode;
};

/** Instead of a question that no longer has a button. */
export const EventNamed = ({ name, date }: Pick<AnswerDialog, 'name' | 'date'>) => (
  <>
    <strong>{name}</strong> am {date}
  </>
);

/** Asks before a member answers an event, and shows how full it is (E3, J5). */
export function RegistrationDialog(props: RegistrationDialogProps) {
  const { title, obstacle, past, places, other, children, keptNote, fields, buttons } = props;
  const { event = '' } = useParams();
  const refusals = (useActionData() as ActionFormData)?.result?.error?.[''] ?? [];
  return (
    <RouteDialog title={title} closeTo={pageBehind(event, useLocation())}>
      <QuestionForm id={FORM} labels={labels}>
        {other && <input type="hidden" name="member" value={other.uuid} />}
        {past && obstacle !== EVENT_BEGUN && <Banner tone="warning">{EVENT_OVER}</Banner>}
        {obstacle && !refusals.includes(obstacle) && <Banner tone="warning">{obstacle}</Banner>}
        <p>{children}</p>
        {places && (
          <Meter value={places.taken} max={places.max}>
            {occupancyOf(places)}
          </Meter>
        )}
        {fields || (keptNote && <input type="hidden" name="note" value={keptNote} />)}
        {/* Beside 'Absagen' or 'Abmelden', 'Abbrechen' would be mistaken for it. */}
        <DialogActions cancel="Schließen">{buttons}</DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
