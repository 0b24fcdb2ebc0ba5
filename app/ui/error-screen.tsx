import { ButtonLink, ButtonRow, buttonLook } from './button';
import { EmptyState } from './empty-state';
import type { Failure } from './failure';
import { PageHeader } from './page-header';

interface Words {
  title: string;
  text: string;
  /** What happened to the input, if there was any. */
  submitted?: string;
}

const NOT_SAVED = 'Gespeichert wurde nichts.';
const NOT_SURE =
  'Ob Ihre Eingabe gespeichert wurde, ist nicht sicher. Bitte sehen Sie nach, bevor Sie sie noch einmal abschicken.';

const unreadable: Words = {
  title: 'Anfrage nicht lesbar',
  text: 'Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
  submitted: NOT_SAVED,
};

const screens: Record<Failure['status'], Words> = {
  400: unreadable,
  403: {
    title: 'Nicht erlaubt',
    text: 'Die Anfrage kam von einer fremden Seite und wurde nicht ausgeführt.',
  },
  404: { title: 'Seite nicht gefunden', text: 'Diese Seite gibt es nicht oder nicht mehr.' },
  405: { title: 'Nicht möglich', text: 'Diese Seite nimmt keine Eingaben an.' },
  413: {
    title: 'Anfrage zu groß',
    text: 'Das war zu viel auf einmal. Bitte gehen Sie zurück und kürzen Sie Ihre Eingaben.',
    submitted: NOT_SAVED,
  },
  415: unreadable,
  429: {
    title: 'Zu viele Versuche',
    text: 'Bitte warten Sie ein wenig und versuchen Sie es dann erneut.',
  },
  503: {
    title: 'Vorübergehend nicht erreichbar',
    text: 'Bitte versuchen Sie es in einigen Sekunden erneut.',
    submitted: NOT_SURE,
  },
  unreachable: {
    title: 'Keine Verbindung zum Server',
    text: 'Vom Server kam keine Antwort. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    submitted: NOT_SURE,
  },
};

const fault: Words = {
  title: 'Etwas ist schiefgegangen',
  text: 'Der Fehler liegt bei uns. Bitte versuchen Sie es erneut. Bleibt es dabei, nennen Sie Ihrem Verein die Referenz.',
  submitted: NOT_SURE,
};

export function failureTitle(status: Failure['status']): string {
  return (screens[status] ?? fault).title;
}

/**
 * Takes the place of a screen that does not exist or that failed (B7). The reference identifies the
 * request in the server's log. `drawing`: with the clubhouse, if the page has no other drawing.
 */
export function ErrorScreen({
  status,
  reference,
  submitted,
  title,
  why,
  typed,
  way,
  drawing,
}: Partial<Failure> & Pick<Failure, 'status'> & { drawing?: boolean }) {
  const screen = screens[status] ?? fault;
  // What was sent would not be sent again by it.
  const mayPass = !submitted && !typed && (status === 'unreachable' || status >= 429);
  const heading = title ?? screen.title;
  const text = why ?? screen.text;
  const rest = (
    <>
      {submitted && screen.submitted && <p>{screen.submitted}</p>}
      <ButtonRow>
        {mayPass && (
          // biome-ignore lint/a11y/useValidAnchor: to this address, as a document.
          <a className={buttonLook({ variant: 'primary' })} href="">
            Noch einmal versuchen
          </a>
        )}{' '}
        <ButtonLink to={way?.to ?? '/app/'} variant={mayPass ? 'secondary' : 'primary'}>
          {way?.label ?? 'Zur Übersicht'}
        </ButtonLink>
      </ButtonRow>
      {status !== 404 && !typed && reference && (
        <p className="text-sm">
          Referenz: <code>{reference}</code>
        </p>
      )}
    </>
  );
  if (drawing && !typed)
    return (
      <EmptyState title={heading} heading="h1" drawing action={rest}>
        {text}
      </EmptyState>
    );
  return (
    <>
      <PageHeader title={heading} />
      <p>{text}</p>
      {typed && (
        <>
          <p>Gespeichert wurde nichts. Das hatten Sie geschrieben:</p>
          <div className="grid max-w-160 gap-3 rounded border border-line bg-card px-4 py-3.5 leaf">
            {typed.map((text) => (
              <p key={text} className="whitespace-pre-wrap wrap-anywhere">
                {text}
              </p>
            ))}
          </div>
        </>
      )}
      {rest}
    </>
  );
}
