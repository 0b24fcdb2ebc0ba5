import { getInputProps } from '@conform-to/react';
import { useContext, useEffect, useRef, useState } from 'react';
import { NonceContext } from '~/rendering';
import { controlProps, type FieldProps } from './field';
import { FieldFrame } from './field-frame';
import { Input } from './input';

type PasswordFieldProps = FieldProps & {
  autoComplete: 'current-password' | 'new-password';
};

/** Beside the label, above the field, which shows whether it is pressed. */
const REVEAL =
  'absolute -top-3 right-0 min-h-target cursor-pointer text-[min(0.875rem,5vw)] text-green underline';

/**
 * A password with a button that shows it until the form is submitted, so that browsers and password
 * managers then see a password. Without scripts there is no button.
 */
export function PasswordField({ field, label, hint, required, autoComplete }: PasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<boolean>();

  useEffect(() => {
    const hide = () => setShown(false);
    hide();
    const form = input.current?.form;
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  const text = { label, hint, required };
  const { key, props } = controlProps(getInputProps(field, { type: 'password' }), field, text);
  // The button stands beside the label, which leaves it room, however large its words are.
  const roomy = <span className="block pr-20">{label}</span>;
  return (
    <FieldFrame field={field} {...text} label={roomy}>
      <Input
        key={key}
        {...props}
        ref={input}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        className={REVEAL}
        type="button"
        hidden={shown === undefined}
        aria-pressed={shown}
        aria-controls={field.id}
        onClick={() => setShown(!shown)}
        data-reveal=""
      >
        Anzeigen<span className="visually-hidden"> ({label})</span>
      </button>
    </FieldFrame>
  );
}

/** What the button does on pages that load no scripts. */
const SCRIPT = `for (const button of document.querySelectorAll('[data-reveal]')) {
  const field = document.getElementById(button.getAttribute('aria-controls'));
  const show = (shown) => {
    field.type = shown ? 'text' : 'password';
    button.setAttribute('aria-pressed', shown);
  };
  show(false);
  button.hidden = false;
  button.addEventListener('click', () => show(field.type === 'password'));
  field.form.addEventListener('submit', () => show(false));
}`;

/** Follows the password fields of a page that loads no scripts. */
export function PasswordScript() {
  const nonce = useContext(NonceContext);
  // In the browser React does it.
  if (nonce === undefined) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and React escapes what is between the tags.
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
