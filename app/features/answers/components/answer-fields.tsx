import { Disclosure } from '~/ui/disclosure';
import { QuestionChoice, QuestionText, useTyped } from '~/ui/question-field';
import { companionsCounted, labels, NOTE_SUMMARY, REASON_SUMMARY } from '../wording';

/** The form of the dialogs. */
export const FORM = 'registration';

type CompanionsProps = {
  /** How many one may bring along. */
  companions: number;
  /** As last answered: oneself and those whom one brings along. */
  places: number;
};

/** How many others come along; nothing if one comes alone (J5). */
export function Companions({ companions, places }: CompanionsProps) {
  const most = Math.max(companions, places - 1);
  if (most === 0) return null;
  const options = Array.from({ length: most + 1 }, (_, others) => ({
    value: String(others + 1),
    label: companionsCounted(others),
  }));
  return (
    <QuestionChoice
      form={FORM}
      name="places"
      label={labels.places}
      options={options}
      defaultValue={String(places)}
    />
  );
}

type NoteProps = { note: string; reason?: boolean };

/** A note, or the reason of a no, folded: few have one. */
export function Note({ note, reason = false }: NoteProps) {
  const summary = reason ? REASON_SUMMARY : NOTE_SUMMARY;
  return (
    <Disclosure summary={summary} open={useTyped('note', note) !== ''}>
      <QuestionText form={FORM} name="note" label={summary} defaultValue={note} />
    </Disclosure>
  );
}
