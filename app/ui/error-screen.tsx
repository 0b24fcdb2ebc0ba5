import { ButtonLink } from './button';
import { PageHeader } from './page-header';

const screens: Record<number, { title: string; text: string }> = {
  400: { title: 'Anfrage nicht lesbar', text: 'Bitte gehen Sie zurück und versuchen Sie es noch einmal.' },
  403: {
    title: 'Nicht erlaubt',
    text: 'Die Anfrage kam von einer fremden Seite und wurde nicht ausgeführt.',
  },
  404: { title: 'Seite nicht gefunden', text: 'Diese Seite gibt es nicht oder nicht mehr.' },
  405: { title: 'Nicht möglich', text: 'Diese Seite nimmt keine Eingaben an.' },
  503: {
    title: 'Vorübergehend nicht erreichbar',
    text: 'Der Server kann gerade nicht auf seine Daten zugreifen. Bitte versuchen Sie es in einigen Sekunden erneut.',
  },
  429: { title: 'Zu viele Versuche', text: 'Bitte warten Sie ein wenig und versuchen Sie es dann erneut.' },
};

const fault = {
  title: 'Etwas ist schiefgegangen',
  text: 'Der Fehler liegt bei uns. Bitte versuchen Sie es erneut.',
};

/** What stands in place of a screen that there is not or that failed (B7). @param reference is in the server's log */
export function ErrorScreen({ status, reference }: { status: number; reference?: string }) {
  const screen = screens[status] ?? fault;
  return (
    <>
      <PageHeader title={screen.title} />
      <p>{screen.text}</p>
      {screen === fault && reference && (
        <p>
          Referenz: <code>{reference}</code>
        </p>
      )}
      <p>
        <ButtonLink to="/app/" variant="primary">
          Zur Übersicht
        </ButtonLink>
      </p>
    </>
  );
}
