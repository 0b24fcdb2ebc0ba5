import { Form, useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Icon, IconMenu, IconPerson, IconSignOut } from './icons';
import { Brand, Footer, type FooterLinks, Frame, FrameHeader } from './layout';
import { Link } from './link';
import { type OrganizationChoice, OrganizationSelect } from './organization-select';

/**
 * `end`: current on its own page only, not on those below it. `except`: not on those whose query has
 * this field. Where no item is current by its own path: `also`, other paths below it; `about`, pages
 * whose query has this field, such as a message to a group.
 */
export type NavigationItem = {
  to: string;
  label: string;
  icon: Icon;
  end?: boolean;
  also?: readonly string[];
  about?: string;
  except?: string;
};

type ShellProps = FooterLinks & {
  appName: string;
  user: { name: string };
  organizations: OrganizationChoice[];
  /** uuid of the active organisation, null without one. */
  active: string | null;
  /** The screen that founds an organisation; null for people who may not. */
  foundTo: string | null;
  /** The head of everything printed: whose list it is, and of what day. */
  printHeading: string | null;
  /** The first three of the side navigation, or in the bottom bar of phones. */
  nav: NavigationItem[];
  more: NavigationItem[];
  logoutAction: string;
  accountTo: string;
  selectAction: string;
  children: ReactNode;
};

/**
 * The frame of every screen behind the log-in (B1): header of 60 px, side navigation of 300 px,
 * footer.
 */
export function Shell(props: ShellProps) {
  const account = { to: props.accountTo, label: 'Mein Konto', icon: IconPerson };
  return (
    <Frame>
      <FrameHeader menu>
        <Brand appName={props.appName} compact />
        <Welcome
          name={props.user.name}
          look="line-clamp-3 min-w-[6rem] flex-1 text-md leading-tight max-sm:hidden"
        />
        <OrganizationSelect
          organizations={props.organizations}
          active={props.active}
          action={props.selectAction}
          foundTo={props.foundTo}
        />
        <Link
          className={
            'inline-flex min-h-target items-center gap-2 rounded px-3 text-ink whitespace-nowrap ' +
            'no-underline aria-[current]:bg-green-soft phone:hidden'
          }
          aria-current={useCurrent([account]) ? 'page' : undefined}
          to={account.to}
        >
          <IconPerson />
          <span className="max-sm:sr-only">{account.label}</span>
        </Link>
      </FrameHeader>
      {props.printHeading !== null && (
        <p className="hidden text-muted print:block">{props.printHeading}</p>
      )}
      <div className="flex flex-1 max-sm:flex-col">
        <Navigation
          items={[...props.nav, ...props.more]}
          name={props.user.name}
          logoutAction={props.logoutAction}
        />
        <main id="inhalt" tabIndex={-1} className="page">
          {props.children}
        </main>
      </div>
      <Footer imprintUrl={props.imprintUrl} privacyUrl={props.privacyUrl} />
      <BottomBar items={[...props.nav, account]} />
    </Frame>
  );
}

function Welcome({ name, look }: { name: string; look: string }) {
  return <p className={`text-muted wrap-anywhere ${look}`}>Willkommen, {name}</p>;
}

/** A phone's links to the places that everybody needs, which its navigation leaves to it (frame.css). */
function BottomBar({ items }: { items: NavigationItem[] }) {
  const current = useCurrent(items);
  return (
    <nav className="bottom-bar" aria-label="Schnellzugriff">
      {items.map(({ to, label, icon: ItemIcon }) => (
        <Link key={to} aria-current={to === current ? 'page' : undefined} to={to}>
          <ItemIcon />
          {label}
        </Link>
      ))}
    </nav>
  );
}

type NavigationProps = {
  items: NavigationItem[];
  /** The user's name, as a phone has no room for it in the header. */
  name: string;
  logoutAction: string;
};

/** The side navigation; on a phone it is folded behind a details element, which needs no script. */
function Navigation({ items, name, logoutAction }: NavigationProps) {
  const toggle = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const current = useCurrent(items);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation folds it again.
  useEffect(() => toggle.current?.removeAttribute('open'), [key]);

  return (
    <>
      <details
        className="peer absolute top-2 right-3 hidden max-sm:block print:hidden"
        ref={toggle}
      >
        <summary className="grid size-target place-items-center rounded" aria-label="Menü">
          <IconMenu />
        </summary>
      </details>
      <nav className="nav" aria-label="Hauptmenü">
        <Welcome name={name} look="hidden px-5 pb-3 max-sm:block" />
        <ul>
          {items.map(({ to, label, icon: ItemIcon }) => (
            <li key={to}>
              <Link aria-current={to === current ? 'page' : undefined} className="nav-item" to={to}>
                <ItemIcon />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <Form className="mt-3" method="post" action={logoutAction}>
          <button className="nav-item" type="submit" aria-label="Abmelden: Sitzung beenden">
            <IconSignOut />
            Abmelden
          </button>
        </Form>
      </nav>
    </>
  );
}

/** @returns where the first item leads that stands for this page, or for one above it */
function useCurrent(items: NavigationItem[]): string | undefined {
  const { pathname, search } = useLocation();
  // Routes match whatever the case, with or without a slash at the end.
  const here = pathname.toLowerCase().replace(/\/?$/, '/');
  const query = new URLSearchParams(search);
  const own = items.find(
    ({ to, end, except = '' }) =>
      !query.has(except) && (end ? here === to : here.startsWith(`${to}/`)),
  );
  const other = ({ also = [], about = '' }: NavigationItem) =>
    query.has(about) || also.some((each) => here.startsWith(each));
  return (own ?? items.find(other))?.to;
}
