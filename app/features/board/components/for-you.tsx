import { Form } from '@remix-run/react';
import { messages } from '~/features/answers/wording';
import { signUpAction } from '~/paths/board';
import { Button, ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { failing } from '~/ui/failing';
import { OrganizationField } from '~/ui/hidden-fields';
import { hyphenated } from '~/ui/hyphenation';
import { Link } from '~/ui/link';
import type { ForYou } from '../view';
import { Decline, WHOLE } from './event-leaf';
import { NoteLink } from './side-notes';
import { Unfold } from './unfold';

const FOLDED = 'max-lg:[.group:not(:has([open]))_&]:hidden';

type ForYouNoteProps = {
  items: readonly ForYou[];
  /** True if a phone has room for the first of them above the next event. */
  hasRoom: boolean;
};

/**
 * What waits for the user, and what mails have told them: one form, as the events are (N14). On a
 * phone it is folded, where the next event would be out of sight.
 */
export function ForYouNote({ items, hasRoom }: ForYouNoteProps) {
  const inSight = hasRoom ? 1 : 0;
  const folded = items.length - inSight;
  return (
    <div className="group">
      <Card
        title="Für Sie"
        aside={folded > 0 && <Unfold label={labelOf(folded, hasRoom)} />}
        pinned
      >
        <Form
          {...failing(messages.eventRegisterFailed)}
          method="post"
          action={signUpAction}
          preventScrollReset
        >
          <OrganizationField />
          <ul>
            {items.map((item, at) => (
              <Item key={item.key} item={item} folded={at >= inSight} />
            ))}
          </ul>
        </Form>
      </Card>
    </div>
  );
}

const labelOf = (folded: number, hasRoom: boolean) =>
  hasRoom ? `${folded} weitere` : `${folded} anzeigen`;

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
      className={`relative flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0${look ? ` ${look}` : ''}`}
    >
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold wrap-anywhere">
          <Link className={WHOLE} to={to}>
            {hyphenated(title)}
          </Link>
        </p>
        <p className="text-md text-muted">
          {about}{' '}
          <b className={kind === 'offer' ? 'block text-green' : 'block text-orange'}>
            {kind === 'offer' ? 'Ein Platz ist frei' : 'Bitte antworten'}
            {until && ` bis ${until}`}
          </b>
        </p>
      </div>
      <Buttons item={item} />
    </li>
  );
}

function Buttons({ item: { kind, key, to, title, yes } }: { item: ForYou }) {
  if (kind === 'offer')
    return (
      <div className="relative">
        <LinkTo to={to} label="Platz nehmen" title={title} />
      </div>
    );
  return (
    <div className="relative flex flex-wrap gap-2">
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
      <Decline event={{ uuid: key, name: title }} />
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
