import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Banner } from '~/ui/banner';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { Meter } from '~/ui/meter';
import { QuestionForm } from '~/ui/question-form';
import { eventsPath } from '../paths';
import { EVENT_OVER, occupancyOf, type Places } from '../wording';

type RegistrationDialogProps = {
  title: string;
  /** Why signing up is not possible. */
  obstacle?: string | null;
  /** The day is over; signing up and off still work. */
  past: boolean;
  places: Places | null;
  /** The question. */
  children: ReactNode;
  button: ReactNode;
};

/** Asks before one signs up or off, and shows how full the event is (E3). */
export function RegistrationDialog(props: RegistrationDialogProps) {
  const { title, obstacle, past, places, children, button } = props;
  return (
    <RouteDialog title={title} closeTo={eventsPath(useLocation().search)}>
      <QuestionForm id="registration">
        {past && <Banner tone="warning">{EVENT_OVER}</Banner>}
        {obstacle && <Banner tone="warning">{obstacle}</Banner>}
        <p>{children}</p>
        {places && (
          <Meter value={places.taken} max={places.max}>
            {occupancyOf(places)}
          </Meter>
        )}
        <DialogActions>{button}</DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
