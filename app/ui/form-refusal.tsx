import { Banner } from './banner';
import type { ActionFormData } from './form';
import { AnswerNotice } from './notices';

/** The refusal of a form that is a single button; nothing if there is none. */
export function FormRefusal({ answer }: { answer: ActionFormData }) {
  const texts = Object.values(answer?.result?.error ?? {}).flatMap((errors) => errors ?? []);
  return (
    <>
      <AnswerNotice notice={answer?.notice} />
      {texts.length > 0 && <Banner tone="danger" title={texts.join(' ')} alert />}
    </>
  );
}
