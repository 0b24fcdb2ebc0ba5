import { useLocation, useParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { EVENT_OVER, occupancyOf, type Places } from '~/features/events/wording';
import { Banner } from '~/ui/banner';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { Meter } from '~/ui/meter';
import { QuestionForm } from '~/ui/question-form';
import { behindAnswer } from '../paths';
import { labels } from '../wording';

type RegistrationDialogProps = {
  title: string;
  /** Why the answer is not possible. */
  obstacle?: string | null;
  /** The day is over; signing up and off still work. */
  past: boolean;
  places: Places | null;
  /** The question. */
  children: ReactNode;
  /** What the event asks besides. */
  fields?: ReactNode;
  buttons: ReactNode;
};

/** Asks before one answers an event, and shows how full it is (E3, J5). */
export function RegistrationDialog(props: RegistrationDialogProps) {
  const { title, obstacle, past, places, children, fields, buttons } = props;
  const { event = '' } = useParams();
  return (
    <RouteDialog title={title} closeTo={behindAnswer(event, useLocation().search)}>
      <QuestionForm id="registration" labels={labels}>
        {past && <Banner tone="warning">{EVENT_OVER}</Banner>}
        {obstacle && <Banner tone="warning">{obstacle}</Banner>}
        <p>{children}</p>
        {places && (
          <Meter value={places.taken} max={places.max}>
            {occupancyOf(places)}
          </Meter>
        )}
        {fields}
        <DialogActions>{buttons}</DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
