import {
  type ComponentProps,
  type ComponentPropsWithoutRef,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { useBusy } from './connection';
import { type FailureText, failing } from './failing';
import { Link, WHOLE } from './link';

type Look = {
  /** `danger` acts at once; `caution` leads to a confirmation. */
  variant?: 'primary' | 'secondary' | 'danger' | 'caution' | 'quiet';
  /** 44 px high; `small` is 36 px where the pointer is precise. */
  size?: 'normal' | 'small';
};

const COMMON = 'button disabled:border-line disabled:bg-transparent disabled:text-muted';

const SMALL = 'text-md sm:pointer-fine:min-h-9';

const VARIANTS = {
  primary:
    'border-transparent bg-green text-on-green hover:bg-green-deep hover:text-on-green ' +
    'forced-colors:border-[ButtonText]',
  secondary: 'border-line-strong bg-card font-medium text-ink hover:border-ink hover:text-ink',
  danger:
    'border-transparent bg-red text-on-red hover:bg-red-deep hover:text-on-red ' +
    'forced-colors:border-[ButtonText]',
  caution: 'border-red bg-card font-medium text-red hover:bg-red-soft hover:text-red',
  quiet: 'border-transparent font-medium text-green hover:bg-green-soft',
};

/** The classes of a button, for elements that Button and ButtonLink cannot be. */
export function buttonLook({ variant = 'secondary', size }: Look = {}): string {
  const narrow = variant === 'quiet' || size === 'small';
  return [COMMON, VARIANTS[variant], narrow ? 'px-3' : 'px-4.5', size === 'small' && SMALL]
    .filter(Boolean)
    .join(' ');
}

/** Appears after 150 ms, so that a fast response shows none. */
export function Spinner() {
  return <span className="size-4 animate-spinner rounded-[50%] border-2 border-r-transparent" />;
}

type ButtonProps = Look &
  Omit<ComponentPropsWithoutRef<'button'>, 'className'> & {
    type?: 'submit' | 'button';
    busy?: boolean;
    /** Its target covers the nearest `relative` element. */
    whole?: boolean;
    /** Its action's failure message, if different from the form's. */
    failure?: FailureText;
    children: ReactNode;
  };

/**
 * A button; submits its form unless `type="button"`. The pressed one shows that its submission is
 * under way (`aria-busy`, a spinner) and ignores further presses until the response arrives.
 */
export function Button({
  variant = 'secondary',
  size,
  type = 'submit',
  busy: atWork = false,
  whole,
  onClick,
  failure,
  children,
  ...rest
}: ButtonProps) {
  const waiting = useBusy();
  const [pressed, setPressed] = useState(false);
  const busy = atWork || (pressed && waiting);

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
      {...failing(failure)}
      className={buttonLook({ variant, size }) + (whole ? ` static ${WHOLE}` : '')}
      type={type}
      data-variant={variant}
      aria-busy={busy || undefined}
      onClick={handleClick}
    >
      {children}
      {busy && <Spinner />}
    </button>
  );
}

type ButtonLinkProps = Look &
  Pick<
    ComponentProps<typeof Link>,
    'to' | 'onClick' | 'preventScrollReset' | 'reloadDocument' | 'rel' | 'aria-label' | 'id'
  > & {
    children: ReactNode;
    dialog?: boolean;
  };

/**
 * A link that looks like a button. `dialog`: the target is a RouteDialog over this page, which
 * keeps its scroll position.
 */
export function ButtonLink({ variant = 'secondary', size, dialog, ...rest }: ButtonLinkProps) {
  return (
    <Link
      preventScrollReset={dialog}
      {...rest}
      className={buttonLook({ variant, size })}
      data-variant={variant}
    />
  );
}

/** Buttons side by side, wrapping where the screen is narrow. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="button-row flex flex-wrap items-center gap-3">{children}</div>;
}

/**
 * The end of a form below many rows, like that of a dialog: the main button first.
 * @param rests below the rows, as there is nothing to do yet, instead of over them
 */
export function ButtonBar({ rests, children }: { rests?: boolean; children: ReactNode }) {
  return (
    // As the page below the rows, since corners of a card would show their edges.
    <div
      className={`mb-0 items-center bg-paper sm:mx-0 sm:px-0 ${rests ? 'static' : ''}`}
      data-dialog-buttons=""
    >
      {children}
    </div>
  );
}
