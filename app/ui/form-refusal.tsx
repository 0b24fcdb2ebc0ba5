import { useActionData } from '@remix-run/react';
import { Banner } from './banner';
import type { ActionFormData } from './form';
import { ResponseNotice } from './notices';
import { useRefusedTitle } from './title';

/** Why the route refused a form that is a single button; nothing if there is none. */
export function FormRefusal() {
  const response = useActionData() as ActionFormData;
  const texts = Object.values(response?.result?.error ?? {}).flatMap((errors) => errors ?? []);
  useRefusedTitle(texts.length > 0);
  return (
    <>
      <ResponseNotice notice={response?.notice} />
      {texts.length > 0 && <Banner tone="danger" title={texts.join(' ')} alert />}
    </>
  );
}
