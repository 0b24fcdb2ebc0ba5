import { Button } from '~/ui/button';
import { IconChevronLeft, IconChevronRight, IconSearch } from '~/ui/icons';

export interface MemberPages {
  readonly q: string;
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * The search over a list of members that is too long for one page. It is inside the form that
 * records who was there: all ways to another page are buttons of that form, so that no tick is
 * lost.
 */
export function MemberSearch({ q }: Pick<MemberPages, 'q'>) {
  return (
    <div className="field">
      <div className="search-field">
        <search className="field">
          <label htmlFor="participants-q">Mitglieder suchen</label>
          <input
            className="input"
            type="search"
            id="participants-q"
            name="q"
            defaultValue={q}
            autoComplete="off"
            aria-describedby="participants-pages"
          />
        </search>
        <Button name="search" value="1">
          <IconSearch />
          Suchen
        </Button>
      </div>
      <p className="hint" id="participants-pages">
        Die Liste ist lang und wird Seite für Seite gespeichert, auch beim Suchen und Blättern.
      </p>
    </div>
  );
}

/** The buttons to the neighbouring pages, which save on the way. */
export function MemberPageButtons({ previous, next }: Pick<MemberPages, 'previous' | 'next'>) {
  if (!previous && !next) return null;
  return (
    <div className="page-links">
      {previous ? (
        <Button name="membersBefore" value={previous}>
          <IconChevronLeft />
          Speichern und zurück
        </Button>
      ) : (
        <span />
      )}
      {next && (
        <Button name="membersAfter" value={next}>
          Speichern und weiter
          <IconChevronRight />
        </Button>
      )}
    </div>
  );
}
