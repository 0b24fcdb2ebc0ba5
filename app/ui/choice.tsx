import { Form } from '@remix-run/react';
import { Button } from './button';

/**
 * One of several answers with one tap: a separate form, as text browsers show the value of a button
 * that has one.
 */
export function Choice({
  action,
  name,
  value,
  main,
  children,
}: {
  action: string;
  name: string;
  value: string;
  /** True for the most likely one. */
  main: boolean;
  children: string;
}) {
  return (
    <Form className="grid" method="post" action={action}>
      <input type="hidden" name={name} value={value} />
      <Button variant={main ? 'primary' : 'secondary'}>{children}</Button>{' '}
    </Form>
  );
}
