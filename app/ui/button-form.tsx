import { Form } from '@remix-run/react';
import { Button } from './button';
import { type FailureText, failing } from './failing';
import { HiddenFields } from './hidden-fields';

/** A form that is a single button, with its purpose beside it. @param id unique on the page */
export function ButtonForm(props: {
  id: string;
  action: string;
  failure: FailureText;
  says: string;
  children: string;
}) {
  const { id, action, failure, says, children } = props;
  return (
    <Form
      {...failing(failure)}
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
      id={id}
      method="post"
      action={action}
      preventScrollReset
    >
      <HiddenFields form={id} />
      <p className="min-w-0 flex-1 basis-64 text-md text-muted">{says}</p>
      <Button>{children}</Button>
    </Form>
  );
}
