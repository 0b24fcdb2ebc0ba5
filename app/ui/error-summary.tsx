import type { FormMetadata } from '@conform-to/react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Banner } from './banner';
import { useRefusedTitle } from './title';

type ErrorSummaryProps<Schema extends Record<string, unknown>> = {
  form: FormMetadata<Schema>;
  labels?: Partial<Record<string, string>>;
  /** The server's response; each new one moves the focus here. */
  response: unknown;
  /** For few fields, whose errors are easily seen: the summary is only for screen readers. */
  heard?: boolean;
};

/**
 * The form's own errors in full, then a link to each invalid field, by its label, as its message is
 * shown beside it (if it has none, with what is wrong); or, without a label, by the message, once.
 */
export function ErrorSummary<Schema extends Record<string, unknown>>({
  form,
  labels = {},
  response,
  heard,
}: ErrorSummaryProps<Schema>) {
  const formErrors = (form.errors ?? []).filter(Boolean);
  const isHeard = heard && formErrors.length === 0;
  const texts = new Map<string, string>();
  /** Each message, and the fields that it is about. */
  const about = new Map<string, string>();
  for (const [name, errors] of Object.entries(form.allErrors)) {
    if (name === '') continue;
    const said = errors.find(Boolean);
    // Each part of a composite field uses the whole field's label.
    const label = labels[name] ?? labels[name.replace(/\..*/, '')] ?? said;
    // What a field may not say itself, as at the registration (A2), is said here.
    const text =
      said === undefined
        ? `${label} ${String(form.initialValue?.[name] ?? '').trim() ? WRONG : MISSING}`
        : label;
    if (text && !texts.has(text)) texts.set(text, `${form.id}-${name}`);
    if (said) about.set(said, [about.get(said), label].filter(Boolean).join(', '));
  }
  // A common message, as at the log-in, is repeated here, as a list of fields explains nothing.
  const [message] = about.keys();
  if (message && about.size === 1 && texts.size > 1) formErrors.push(message);
  if (formErrors.length === 0 && texts.size === 0) return null;
  if (isHeard) {
    const heardErrors = Array.from(about, ([said, fields]) => `${fields}: ${said}`);
    return <Summary formErrors={heardErrors} fields={[]} response={response} heard />;
  }
  return <Summary formErrors={formErrors} fields={[...texts]} response={response} />;
}

const MISSING = 'fehlt';
const WRONG = 'ist ungültig';

/** The errors themselves: `fields` as links to each. */
export function Summary(props: {
  formErrors: string[];
  fields: [text: string, id: string][];
  response: unknown;
  heard?: boolean;
}) {
  const element = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response takes the focus once.
  useEffect(() => element.current?.focus(), [props.response]);
  useRefusedTitle(true);
  const look = `error-summary ${props.heard ? 'visually-hidden' : 'print:hidden'}`;
  const said = (
    <>
      {props.formErrors.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {props.fields.length > 0 && (
        <>
          <p>Bitte prüfen Sie:</p>
          <ul className="mt-1 grid gap-1">
            {props.fields.map(([text, id]) => (
              <li key={id}>
                <a
                  className="font-semibold text-red"
                  href={`#${encodeURIComponent(id)}`}
                  onClick={(event) => focusField(event, id)}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts this is what moves the focus here.
    <div className={look} role="alert" tabIndex={-1} ref={element} autoFocus>
      {props.heard ? said : <Banner tone="danger">{said}</Banner>}
    </div>
  );
}

/** Adds no history entry, so that Back still leaves the page or the dialog. */
function focusField(event: MouseEvent, id: string) {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus();
}
