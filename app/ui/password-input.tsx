import {
  type ComponentProps,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { NonceContext } from '~/nonce';
import { Input } from './input';

/** Beside the label, above the field. */
const REVEAL =
  'absolute -top-2 right-0 min-h-9 cursor-pointer rounded px-1 text-sm text-green underline ' +
  'underline-offset-[0.2em] hover:bg-green-soft pointer-coarse:-top-3 pointer-coarse:min-h-target ' +
  "aria-pressed:before:content-['✓_'_/_'']";

/**
 * A password, and the button that shows it, for as long as the form is not submitted: what browsers
 * and password managers then see is a password. Without scripts there is no button.
 */
export function PasswordInput({
  label,
  ...input
}: Omit<ComponentProps<typeof Input>, 'ref' | 'type'> & { label: ReactNode }) {
  const field = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<boolean>();

  useEffect(() => {
    const hide = () => setShown(false);
    hide();
    const form = field.current?.form;
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <>
      <Input
        {...input}
        ref={field}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        className={REVEAL}
        type="button"
        hidden={shown === undefined}
        aria-pressed={shown}
        aria-controls={input.id}
        onClick={() => setShown(!shown)}
        data-reveal=""
      >
        Passwort anzeigen<span className="visually-hidden"> ({label})</span>
      </button>
    </>
  );
}

/** The same for pages that load no scripts. */
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

/** Ends a page that loads no scripts and may have a password field. */
export function PasswordScript() {
  const nonce = useContext(NonceContext);
  // In the browser React does it.
  if (nonce === undefined) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and React escapes what is between the tags.
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
