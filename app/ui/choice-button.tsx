import { Form, useLocation } from '@remix-run/react';
import { Button } from './button';

/**
 * One of several answers with one tap: a form of its own that posts to this screen, as text
 * browsers show the value of a button that has one.
 */
export function ChoiceButton({
  name,
  value,
  main,
  children,
}: {
  name: string;
  value: string;
  /** True for the most likely one. */
  main: boolean;
  children: string;
}) {
  return (
    <Form className="grid" method="post" action={useLocation().pathname}>
      <input type="hidden" name={name} value={value} />
      <Button variant={main ? 'primary' : 'secondary'}>{children}</Button>{' '}
    </Form>
  );
}
