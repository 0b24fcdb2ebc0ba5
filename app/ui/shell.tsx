import { Form, Link, NavLink, useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Icon, IconMenu, IconPerson, IconSignOut } from './icons';
import { Brand, Footer, type FooterLinks, SkipLink } from './layout';
import { type OrganizationChoice, OrganizationSelect } from './organization-select';

export type NavigationItem = { to: string; label: string; icon: Icon; end?: boolean };

type ShellProps = FooterLinks & {
  appName: string;
  user: { name: string };
  organizations: OrganizationChoice[];
  /** uuid of the active organisation, null without one. */
  active: string | null;
  /** Offers 'Organisation erstellen', at `foundTo`. */
  canFound: boolean;
  foundTo?: string;
  /** Stands above everything that is printed: whose list it is, and of what day. */
  printHeading: string | null;
  nav: NavigationItem[];
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
  return (
    <div className="frame shell">
      <SkipLink />
      <header className="frame-header">
        <Brand appName={props.appName} />
        <p className="shell-welcome">
          <span>Willkommen, {props.user.name}</span>
        </p>
        <OrganizationSelect
          organizations={props.organizations}
          active={props.active}
          action={props.selectAction}
          foundTo={props.canFound ? (props.foundTo ?? '/app/organizations/new') : null}
        />
        <Link className="header-link" to={props.accountTo} discover="none">
          <IconPerson />
          <span>Mein Konto</span>
        </Link>
      </header>
      {props.printHeading !== null && <p className="on-paper">{props.printHeading}</p>}
      <div className="shell-body">
        <Navigation items={props.nav} logoutAction={props.logoutAction} />
        <main id="inhalt" tabIndex={-1}>
          {props.children}
        </main>
      </div>
      <Footer imprintUrl={props.imprintUrl} privacyUrl={props.privacyUrl} />
    </div>
  );
}

/**
 * The side navigation; below 40rem it is folded behind a details element, which needs no script.
 */
function Navigation({ items, logoutAction }: { items: NavigationItem[]; logoutAction: string }) {
  const toggle = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation folds it again.
  useEffect(() => toggle.current?.removeAttribute('open'), [key]);

  return (
    <>
      <details className="nav-toggle" ref={toggle}>
        <summary aria-label="Menü">
          <IconMenu />
        </summary>
      </details>
      <nav className="nav" aria-label="Hauptmenü">
        <ul>
          {items.map(({ to, label, icon: ItemIcon, end }) => (
            <li key={to}>
              <NavLink to={to} end={end} discover="none">
                <ItemIcon />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <Form method="post" action={logoutAction}>
          <button type="submit">
            <IconSignOut />
            Abmelden
          </button>
        </Form>
      </nav>
    </>
  );
}
