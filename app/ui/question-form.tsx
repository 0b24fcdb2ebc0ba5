import { Form, useActionData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Summary } from './error-summary';
import type { ActionFormData } from './form';
import { useDialogCloseTo } from './form-context';
import { HiddenFields } from './hidden-fields';
import { useMended } from './mended';
import { ResponseNotice } from './notices';

/**
 * The form of a question, which has a button to answer it and at most a few fields
 * (question-field.tsx); posts to its own route. It is not an ActionForm, whose code is many times
 * larger: on a slow phone a sign-up would wait for it.
 * @param id unique on the page
 * @param labels of its fields; an error of any other is said on top, in full
 */
export function QuestionForm({
  id,
  labels = {},
  children,
}: {
  id: string;
  labels?: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  const response = useActionData() as ActionFormData;
  const inDialog = useDialogCloseTo() !== null;
  const errors = Object.entries(useMended(response?.result)?.error ?? {}).filter(
    ([, each]) => each,
  );
  const refusals = errors.flatMap(([name, each]) => (name in labels ? [] : (each ?? [])));
  const fields = errors.flatMap(([name]): [string, string][] => {
    const label = labels[name];
    return label ? [[label, `${id}-${name}`]] : [];
  });
  return (
    <Form className="grid grid-cols-1 gap-6" id={id} method="post" preventScrollReset={inDialog}>
      <HiddenFields form={id} />
      <ResponseNotice notice={response?.notice} />
      {errors.length > 0 && <Summary formErrors={refusals} fields={fields} response={response} />}
      {children}
    </Form>
  );
}
