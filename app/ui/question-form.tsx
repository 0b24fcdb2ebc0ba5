import { Form, useActionData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Summary } from './error-summary';
import type { ActionFormData } from './form';
import { useDialogCloseTo } from './form-context';
import { HiddenFields } from './hidden-fields';
import { ResponseNotice } from './notices';

/**
 * The form of a question, which has a button to answer it and nothing to fill in; posts to its own
 * route. It is no ActionForm, whose code is many times its own: on a slow phone a sign-up would wait
 * for it.
 * @param id unique on the page
 */
export function QuestionForm({ id, children }: { id: string; children: ReactNode }) {
  const response = useActionData() as ActionFormData;
  const inDialog = useDialogCloseTo() !== null;
  const refusals = Object.values(response?.result?.error ?? {}).flatMap((errors) => errors ?? []);
  return (
    <Form className="grid grid-cols-1 gap-6" id={id} method="post" preventScrollReset={inDialog}>
      <HiddenFields form={id} />
      <ResponseNotice notice={response?.notice} />
      {refusals.length > 0 && <Summary formErrors={refusals} fields={[]} response={response} />}
      {children}
    </Form>
  );
}
