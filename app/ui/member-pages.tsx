import { type FormEvent, useState } from 'react';
import { Button } from './button';
import { Hint } from './field-frame';
import { hitsText } from './hits';
import { IconChevronLeft, IconChevronRight } from './icons';
import { PageRow } from './page-links';
import { useScripted } from './scripted';
import { SearchInput } from './search-field';

interface MemberPages {
  readonly q: string;
  readonly previous: string | null;
  readonly next: string | null;
}

const SEARCH = { id: 'participants-q', name: 'q', label: 'Mitglieder suchen' };
const SEARCHES = { name: 'search', value: '1' };

/**
 * The search over a list of members that is too long for one page. It is inside the form with the
 * ticks: all links to other pages are buttons of that form, so that no tick is lost.
 */
export function MemberSearch({ q }: Pick<MemberPages, 'q'>) {
  return (
    <div className="grid flex-auto grid-cols-1 gap-1">
      <SearchInput
        {...SEARCH}
        defaultValue={q}
        aria-describedby="participants-pages"
        button={SEARCHES}
      />
      <Hint id="participants-pages">
        Die Liste ist lang und wird Seite für Seite gespeichert, auch beim Suchen und Blättern.
      </Hint>
    </div>
  );
}

/**
 * The search over a complete list: it hides the rows that do not match while typing. Without
 * scripts it saves and asks the server, as MemberSearch does.
 */
export function MemberFilter() {
  const [hits, setHits] = useState<number | null>(null);
  const scripted = useScripted();

  function filter({ currentTarget }: FormEvent<HTMLInputElement>) {
    const shown = filterRows(currentTarget.closest('dialog'), currentTarget.value);
    setHits(currentTarget.value.trim() ? shown : null);
  }

  return (
    <div className="flex flex-auto flex-wrap items-center gap-y-1 *:first:flex-auto">
      <SearchInput
        {...SEARCH}
        // Outside the form, so that it is neither posted nor counts as unsaved input.
        form={scripted ? '' : undefined}
        button={SEARCHES}
        instant
        onInput={filter}
      />
      <p className={`text-muted print:hidden ${hits === null ? '' : 'pl-3'}`} role="status">
        {hits !== null && hitsText(hits)}
      </p>
    </div>
  );
}

/** Hides the rows without one of the words, and sections without a row. @returns the rows shown */
function filterRows(list: HTMLElement | null, typed: string): number {
  const words = folded(typed).split(/\s+/);
  let shown = 0;
  for (const section of list?.querySelectorAll('section') ?? []) {
    let here = 0;
    for (const row of section.querySelectorAll('li')) {
      const name = row.querySelector('span')?.textContent ?? '';
      const text = `${folded(name)} ${folded(writtenOut(name))}`;
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) here++;
    }
    section.hidden = here === 0 && typed.trim() !== '';
    shown += here;
  }
  return shown;
}

/** Text without accents. */
const PLAIN = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i' }),
);

/** Like search_text in Postgres: 'yilmaz' for 'Yılmaz', 'obrien' for 'O’Brien'. */
const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’‘ʼ`´]/gu, '')
    .replace(/[ßæœøłđðı]/g, (letter) => PLAIN.get(letter) ?? letter)
    .replace(/[%_\\.,;()|-]/g, ' ');

/** 'Mueller' for 'Müller'. */
const writtenOut = (name: string) => name.normalize('NFC').replace(/[äöü]/gi, '$&e');

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
