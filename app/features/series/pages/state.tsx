import { form } from '~/doors/form.server';
import { onlyForForms } from '~/doors/page.server';
import { breaksBehind, breaksPath } from '~/paths/series';
import { ButtonLink } from '~/ui/button';
import { FormRefusal } from '~/ui/form-refusal';
import { setState } from '../operations/breaks.server';
import { BREAKS, messages } from '../wording';

export const loader = onlyForForms(breaksBehind);

/** The form for the club's state, on the screen of its breaks, posts here. */
export const action = form(setState, {
  success: messages.stateChosen,
  failure: messages.stateChooseFailed,
  next: (_done, args) => breaksBehind(args),
  standsOn: breaksBehind,
});

export default function StateChoice() {
  return (
    <>
      <FormRefusal />
      <ButtonLink to={breaksPath()}>{BREAKS}</ButtonLink>
    </>
  );
}
