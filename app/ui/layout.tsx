import type { ReactNode } from 'react';
import { Clubhouse } from './clubhouse';
import { Link } from './link';

export type FooterLinks = { imprintUrl: string; privacyUrl: string };

/**
 * The public screens' frame: header with logo and product title, a leaf with the clubhouse, footer
 * with the legal links.
 */
export function PublicLayout({
  appName,
  imprintUrl,
  privacyUrl,
  children,
}: FooterLinks & { appName: string; children: ReactNode }) {
  return (
    <Frame>
      <FrameHeader>
        <Brand appName={appName} />
      </FrameHeader>
      <main
        id="inhalt"
        tabIndex={-1}
        className={
          'mx-auto grid w-full max-w-lg grid-cols-1 content-start justify-items-center px-4 has-[h3]:max-w-160 ' +
          'py-8 text-muted [&_.button-row>*]:flex-auto ' +
          // Long forms and texts start further up.
          'has-[[name=firstName],h2]:svg:h-13'
        }
      >
        <Clubhouse />
        <div
          className={
            'grid w-full grid-cols-1 content-start gap-5 rounded border border-line bg-card p-5 ' +
            'text-ink leaf sm:p-8'
          }
        >
          {children}
        </div>
      </main>
      <Footer imprintUrl={imprintUrl} privacyUrl={privacyUrl} />
    </Frame>
  );
}

const SKIP_LINK =
  'fixed top-2 left-2 z-50 [translate:0_-150%] rounded bg-green px-4 py-2.5 text-on-green ' +
  'hover:text-on-green focus:translate-none print:hidden';

/** At least as high as the window. */
export function Frame({ children }: { children: ReactNode }) {
  return <div className="frame">{children}</div>;
}

/** Starts with a skip link, the first tab stop. `menu`: leaves room for a phone's menu button. */
export function FrameHeader({ menu, children }: { menu?: boolean; children: ReactNode }) {
  return (
    <header className={menu ? 'header max-sm:gap-1 max-sm:pr-16' : 'header'}>
      <a className={SKIP_LINK} href="#inhalt">
        Zum Inhalt springen
      </a>{' '}
      {children}
    </header>
  );
}

/** Logo and product title, linked to the start; `compact` leaves the title out on a phone. */
export function Brand({ appName, compact }: { appName: string; compact?: boolean }) {
  return (
    <Link
      className={
        'inline-flex min-h-target min-w-0 items-center gap-2.5 font-serif text-lg ' +
        'font-bold whitespace-nowrap text-ink no-underline'
      }
      to="/app/"
    >
      <Logo />
      <span className={compact ? 'max-w-[calc(300vw-100rem)] truncate max-sm:sr-only' : 'truncate'}>
        {appName}
      </span>
    </Link>
  );
}

/** Imprint and privacy links; they may lead to another site. */
export function Footer({ imprintUrl, privacyUrl }: FooterLinks) {
  return (
    <footer className="footer">
      {/* The spaces are for browsers that know no styles. */} <a href={imprintUrl}>Impressum</a>{' '}
      <a href={privacyUrl}>Datenschutz</a>
    </footer>
  );
}

/** The product's logo, a small clubhouse with a flag; decorative. */
function Logo() {
  return (
    <svg
      className="flex-none text-green"
      viewBox="0 0 32 32"
      width="36"
      height="36"
      aria-hidden="true"
      focusable="false"
    >
      <path
        fill="currentColor"
        d="M15 2h1.6v.9L22 4.6l-5.4 2.2v2l12.6 9.4-1.7 2.2L26 19.3V29h-7v-7.5h-6V29H6v-9.7l-1.5 1.1-1.7-2.2L15 8.9z"
      />
    </svg>
  );
}
