import { Button } from '~/ui/button';
import { Hint } from '~/ui/field-frame';
import { IconChevronLeft, IconChevronRight } from '~/ui/icons';
import { PageRow } from '~/ui/page-links';
import { SearchInput } from '~/ui/search-field';

interface MemberPages {
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
    <div className="grid grid-cols-1 gap-1">
      <SearchInput
        label="Mitglieder suchen"
        id="participants-q"
        name="q"
        defaultValue={q}
        aria-describedby="participants-pages"
        button={{ name: 'search', value: '1' }}
      />
      <Hint id="participants-pages">
        Die Liste ist lang und wird Seite für Seite gespeichert, auch beim Suchen und Blättern.
      </Hint>
    </div>
  );
}

/** The buttons to the neighbouring pages, which save on the way. */
export function MemberPageButtons({ previous, next }: Pick<MemberPages, 'previous' | 'next'>) {
  return (
    <PageRow
      previous={
        previous && (
          <Button name="membersBefore" value={previous}>
            <IconChevronLeft />
            Speichern und zurück
          </Button>
        )
      }
      next={
        next && (
          <Button name="membersAfter" value={next}>
            Speichern und weiter
            <IconChevronRight />
          </Button>
        )
      }
    />
  );
}
