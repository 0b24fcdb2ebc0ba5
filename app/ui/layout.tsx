import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Logo } from './logo';

export type FooterLinks = { imprintUrl: string; privacyUrl: string };

/**
 * The public screens' frame: header with logo and product title, one narrow column, footer with the
 * legal links.
 */
export function PublicLayout({
  appName,
  imprintUrl,
  privacyUrl,
  children,
}: FooterLinks & { appName: string; children: ReactNode }) {
  return (
    <div className="frame public">
      <SkipLink />
      <header className="frame-header">
        <Brand appName={appName} />
      </header>
      <main id="inhalt" tabIndex={-1}>
        {children}
      </main>
      <Footer imprintUrl={imprintUrl} privacyUrl={privacyUrl} />
    </div>
  );
}

/** The first stop of the Tab key: past the header and the navigation. */
export function SkipLink() {
  return (
    <>
      <a className="skip-link" href="#inhalt">
        Zum Inhalt springen
      </a>{' '}
    </>
  );
}

/** Logo and product title, linked to the start. */
export function Brand({ appName }: { appName: string }) {
  return (
    <Link className="brand" to="/app/" discover="none">
      <Logo />
      <span>{appName}</span>
    </Link>
  );
}

/** Imprint and privacy links; they may lead to another site. */
export function Footer({ imprintUrl, privacyUrl }: FooterLinks) {
  return (
    <footer className="frame-footer">
      {/* The spaces are for browsers that know no styles. */} <a href={imprintUrl}>Impressum</a>{' '}
      <a href={privacyUrl}>Datenschutz</a>
    </footer>
  );
}
