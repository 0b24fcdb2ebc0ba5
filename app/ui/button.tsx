import { Link, type LinkProps, useNavigation } from '@remix-run/react';
import {
  type ButtonHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useState,
} from 'react';

type Look = {
  variant?: 'primary' | 'secondary' | 'danger' | 'quiet';
  size?: 'normal' | 'small';
};

type ButtonProps = Look &
  Pick<
    ButtonHTMLAttributes<HTMLButtonElement>,
    | 'name'
    | 'value'
    | 'form'
    | 'disabled'
    | 'onClick'
    | 'formAction'
    | 'formMethod'
    | 'id'
    | 'aria-label'
    | 'aria-describedby'
  > & { type?: 'submit' | 'button'; children: ReactNode };

/**
 * A button; submits its form unless `type="button"`. The one that was pressed shows that its
 * submission is under way (`aria-busy`, a spinner after 150 ms) and takes no second press until the
 * response is there.
 */
export function Button({
  variant = 'secondary',
  size,
  type = 'submit',
  onClick,
  ...rest
}: ButtonProps) {
  const waiting = useNavigation().state !== 'idle';
  const [pressed, setPressed] = useState(false);
  const busy = pressed && waiting;

  useEffect(() => {
    if (!waiting) setPressed(false);
  }, [waiting]);

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
    if (type === 'submit' && !event.defaultPrevented) setPressed(true);
  }

  return (
    <button
      {...rest}
      className="button"
      type={type}
      data-variant={variant}
      data-size={size}
      aria-busy={busy || undefined}
      onClick={handleClick}
    />
  );
}

type ButtonLinkProps = Look &
  Pick<
    LinkProps,
    'to' | 'prefetch' | 'preventScrollReset' | 'reloadDocument' | 'aria-label' | 'id'
  > & {
    children: ReactNode;
    dialog?: boolean;
  };

/**
 * A link that looks like a button. `dialog`: the target is a RouteDialog over this page, so the
 * page stays put.
 */
export function ButtonLink({ variant = 'secondary', size, dialog, ...rest }: ButtonLinkProps) {
  return (
    <Link
      preventScrollReset={dialog}
      discover="none"
      {...rest}
      className="button"
      data-variant={variant}
      data-size={size}
    />
  );
}

/** Buttons side by side, wrapping where the screen is narrow. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="button-row">{children}</div>;
}
