import { Form, Link, NavLink, useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Icon, IconMenu, IconPerson, IconSignOut } from './icons';
import { Brand, Footer, type FooterLinks, Frame, FrameHeader } from './layout';
import { type OrganizationChoice, OrganizationSelect } from './organization-select';

export type NavigationItem = { to: string; label: string; icon: Icon; end?: boolean };

type ShellProps = FooterLinks & {
  appName: string;
  user: { name: string };
  organizations: OrganizationChoice[];
  /** uuid of the active organisation, null without one. */
  active: string | null;
  /** Where an organisation is created; null for people who may not. */
  foundTo: string | null;
  /** Heads everything that is printed: whose list it is, and of what day. */
  printHeading: string | null;
  nav: NavigationItem[];
  logoutAction: string;
  accountTo: string;
  selectAction: string;
  children: ReactNode;
};

/** Running text and the fields of a form end where an eye and a name do. */
const READABLE = '[&>p]:max-w-160 [&>form[method=post]]:max-w-160';

/**
 * The frame of every screen behind the log-in (B1): header of 60 px, side navigation of 300 px,
 * footer.
 */
export function Shell(props: ShellProps) {
  return (
    <Frame>
      <FrameHeader menu>
        <Brand appName={props.appName} compact />
        <p className="min-w-0 flex-1 truncate text-muted max-sm:flex-[0_1_0.25rem]">
          <span className="max-lg:hidden">Willkommen, {props.user.name}</span>
        </p>
        <OrganizationSelect
          organizations={props.organizations}
          active={props.active}
          action={props.selectAction}
          foundTo={props.foundTo}
        />
        <Link
          className={
            'inline-flex min-h-target min-w-target items-center justify-center gap-2 text-ink ' +
            'no-underline'
          }
          to={props.accountTo}
          discover="none"
        >
          <IconPerson />
          <span className="max-md:sr-only">Mein Konto</span>
        </Link>
      </FrameHeader>
      {props.printHeading !== null && (
        <p className="hidden text-muted print:block">{props.printHeading}</p>
      )}
      <div className="flex flex-1 max-sm:flex-col">
        <Navigation items={props.nav} logoutAction={props.logoutAction} />
        <main
          id="inhalt"
          tabIndex={-1}
          className={
            'grid max-w-6xl min-w-0 flex-1 grid-cols-1 content-start gap-5 pt-7 pb-12 ' +
            'px-[clamp(1rem,3vw,2.5rem)] *:min-w-0 print:max-w-none print:p-0 ' +
            `[&>form[method=post]>:is(a,button)]:justify-self-start ${READABLE}`
          }
        >
          {props.children}
        </main>
      </div>
      <Footer imprintUrl={props.imprintUrl} privacyUrl={props.privacyUrl} />
    </Frame>
  );
}

const ITEM =
  'flex min-h-target w-full cursor-pointer items-center gap-3 rounded px-3.5 py-1.5 ' +
  'font-semibold text-ink no-underline hover:bg-green-soft [&>svg]:text-muted';

const CURRENT_ITEM =
  'aria-[current]:bg-green-soft aria-[current]:text-green-deep ' +
  'aria-[current]:shadow-[inset_4px_0_var(--color-green)] aria-[current]:[&>svg]:text-inherit ' +
  'forced-colors:aria-[current]:outline-2 forced-colors:aria-[current]:outline-[Highlight]';

/** The side navigation; on a phone it is folded behind a details element, which needs no script. */
function Navigation({ items, logoutAction }: { items: NavigationItem[]; logoutAction: string }) {
  const toggle = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation folds it again.
  useEffect(() => toggle.current?.removeAttribute('open'), [key]);

  return (
    <>
      <details
        className="peer group absolute top-[8px] right-3 hidden max-sm:block print:hidden"
        ref={toggle}
      >
        <summary
          className={
            'grid size-target list-none place-items-center rounded group-open:bg-green-soft ' +
            '[&::-webkit-details-marker]:hidden'
          }
          aria-label="Menü"
        >
          <IconMenu />
        </summary>
      </details>
      <nav
        className={
          'w-[300px] flex-none border-r border-line px-3 py-4 print:hidden max-sm:hidden ' +
          'max-sm:w-auto max-sm:border-r-0 max-sm:border-b max-sm:bg-card max-sm:peer-open:block'
        }
        aria-label="Hauptmenü"
      >
        <ul>
          {items.map(({ to, label, icon: ItemIcon, end }) => (
            <li key={to}>
              <NavLink className={`${ITEM} ${CURRENT_ITEM}`} to={to} end={end} discover="none">
                <ItemIcon />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <Form className="mt-3 border-t border-line pt-3" method="post" action={logoutAction}>
          <button className={ITEM} type="submit">
            <IconSignOut />
            Abmelden
          </button>
        </Form>
      </nav>
    </>
  );
}
