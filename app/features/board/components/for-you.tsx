import { Form, Link } from '@remix-run/react';
import { Badge } from '~/ui/badge';
import { Button, ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { OrganizationField } from '~/ui/hidden-fields';
import { hyphenated } from '~/ui/hyphenation';
import { signUpAction } from '../paths';
import type { ForYou } from '../view';
import { Decline } from './event-leaf';
import { NoteLink } from './side-notes';

/** So many are in sight on a phone, where the next event must be, too. */
const AT_ONCE = 2;

const FOLDED = 'max-lg:[.group:not(:has([open]))_&]:hidden';

/** What waits for the user, and what mails have told them: one form, as the events are (N14). */
export function ForYouNote({ items }: { items: readonly ForYou[] }) {
  const folded = items.length - AT_ONCE;
  return (
    <div className="group">
      <Card title="Für Sie" pinned>
        <Form method="post" action={signUpAction} preventScrollReset>
          <OrganizationField />
          <ul>
            {items.map((item, at) => (
              <Item key={item.key} item={item} folded={at >= AT_ONCE} />
            ))}
          </ul>
        </Form>
        {folded > 0 && (
          <details className="lg:hidden">
            <summary className="inline-flex min-h-target items-center text-green underline">
              <span className="group-has-[[open]]:hidden">{folded} weitere anzeigen</span>
              <span className="hidden group-has-[[open]]:inline">Weniger</span>
            </summary>
          </details>
        )}
      </Card>
    </div>
  );
}

function Item({ item, folded }: { item: ForYou; folded: boolean }) {
  const { kind, to, title, about, until } = item;
  const look = folded ? FOLDED : undefined;
  if (kind === 'news') {
    return (
      <NoteLink to={to} title={title} look={look}>
        {about}
      </NoteLink>
    );
  }
  return (
    <li
      className={`flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0${look ? ` ${look}` : ''}`}
    >
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold wrap-anywhere">
          <Link className="text-ink decoration-line" to={to} discover="none">
            {hyphenated(title)}
          </Link>
        </p>
        <p className="text-md text-muted">
          {about}{' '}
          <Badge tone={kind === 'offer' ? 'green' : 'orange'}>
            {kind === 'offer' ? 'Ein Platz ist frei' : 'Bitte antworten'}
          </Badge>
          {until && <span className="block">Antwort bis {until}</span>}
        </p>
      </div>
      <Buttons item={item} />
    </li>
  );
}

function Buttons({ item: { kind, key, to, title, yes } }: { item: ForYou }) {
  if (kind === 'offer') return <LinkTo to={to} label="Platz nehmen" title={title} />;
  return (
    <div className="flex flex-wrap gap-2">
      {yes === 'Auf die Warteliste' ? (
        <LinkTo to={to} label={yes} title={title} />
      ) : (
        yes && (
          <Button
            variant="primary"
            size="small"
            name="event"
            value={key}
            aria-label={`${yes}: ${title}`}
          >
            {yes}
          </Button>
        )
      )}
      <Decline event={{ uuid: key, name: title }} size="small" />
    </div>
  );
}

function LinkTo({ to, label, title }: { to: string; label: string; title: string }) {
  return (
    <ButtonLink to={to} size="small" aria-label={`${label}: ${title}`}>
      {label}
    </ButtonLink>
  );
}
