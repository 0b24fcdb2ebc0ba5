import { Form } from '@remix-run/react';
import { Button } from './button';

/**
 * One of several answers at a tap: a form of its own, as text browsers show the value of a button
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
  /** True for the one that most will choose. */
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
