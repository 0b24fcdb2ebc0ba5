import { Disclosure } from '~/ui/disclosure';
import { QuestionChoice, QuestionText, useTyped } from '~/ui/question-field';
import { companionsCounted, labels, NOTE_SUMMARY, REASON_SUMMARY } from '../wording';

export const FORM = 'registration';

type CompanionsProps = {
  form?: string;
  /** How many companions are allowed. */
  companions: number;
  /** As last answered: the member and their companions. */
  places: number;
};

/** The number of companions; nothing if none are allowed (J5). */
export function Companions({ form = FORM, companions, places }: CompanionsProps) {
  const most = Math.max(companions, places - 1);
  if (most === 0) return null;
  const options = Array.from({ length: most + 1 }, (_, others) => ({
    value: String(others + 1),
    label: companionsCounted(others),
  }));
  return (
    <QuestionChoice
      form={form}
      name="places"
      label={labels.places}
      options={options}
      defaultValue={String(places)}
    />
  );
}

/** A note, or the reason for a no; folded, as few have one. */
export function Note({ note, reason = false }: { note: string; reason?: boolean }) {
  const summary = reason ? REASON_SUMMARY : NOTE_SUMMARY;
  return (
    <Disclosure summary={summary} open={useTyped('note', note) !== ''}>
      <QuestionText form={FORM} name="note" label={summary} defaultValue={note} />
    </Disclosure>
  );
}
