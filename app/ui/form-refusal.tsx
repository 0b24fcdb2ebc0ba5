import { Banner } from './banner';
import type { ActionFormData } from './form';
import { AnswerNotice } from './notices';

/** That and why the form of a single button was refused, for a page that is not itself a form; nothing if it was not. */
export function FormRefusal({ answer }: { answer: ActionFormData }) {
  const texts = Object.values(answer?.result?.error ?? {}).flatMap((errors) => errors ?? []);
  return (
    <>
      <AnswerNotice notice={answer?.notice} />
      {texts.length > 0 && <Banner tone="danger" title={texts.join(' ')} alert />}
    </>
  );
}
