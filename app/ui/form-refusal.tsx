import { Banner } from './banner';
import type { ActionFormData } from './form';

/** Why the form of a single button was refused, for a page that is not itself a form; nothing if it was not. */
export function FormRefusal({ answer }: { answer: ActionFormData }) {
  const texts = Object.values(answer?.result?.error ?? {}).flatMap((errors) => errors ?? []);
  if (texts.length === 0) return null;
  return <Banner tone="danger" title={texts.join(' ')} alert />;
}
