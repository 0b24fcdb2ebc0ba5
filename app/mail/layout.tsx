import {
  Button,
  Container,
  Head,
  Heading,
  Html,
  Img,
  Preview,
  Section,
  Text,
} from '@react-email/components';
import { Fragment, type ReactNode } from 'react';
import { DARK, LIGHT } from '~/ui/colors';
import { LOGO } from './logo';

/** Of headings. */
export const SERIF = 'Charter, "Palatino Linotype", Palatino, Georgia, serif';
const SANS = '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** For programs with dark mode; the others use the elements' own styles. */
const DARK_MODE = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: ${DARK.paper} !important; color: ${DARK.ink} !important; }
  .leaf { background: ${DARK.card} !important; border-color: ${DARK.line} !important; }
  .ink { color: ${DARK.ink} !important; }
  .muted { color: ${DARK.muted} !important; }
  .button { background: ${DARK.green} !important; color: ${DARK['on-green']} !important; }
  .other { border-color: ${DARK.green} !important; color: ${DARK.green} !important; }
  .way { color: ${DARK.green} !important; }
  .thing { border-color: ${DARK.green} !important; }
  .off { border-color: ${DARK.red} !important; }
}`;

/** The frame of every mail: a leaf on the board, without loading anything. */
export function MailLayout(props: {
  appName: string;
  preview: string;
  heading: string;
  /** Whose mail it is, if not the program's own. */
  club?: string;
  /** The person whose words it has; without one, it is the program's own. */
  writer?: string;
  /** Below the leaf: why it comes, and how to get fewer. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Html lang="de">
      <Head>
        <title>{props.preview}</title>
        {/* Keeps Apple Mail from turning numbers, days and places into links. */}
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK_MODE}</style>
      </Head>
      <body className="paper" style={{ background: LIGHT.paper, margin: 0 }}>
        <Preview>{props.preview}</Preview>
        {/* Some programs drop the body's own styles. */}
        <Container className="paper" style={PAPER}>
          <MailBrand appName={props.appName} club={props.club} />
          <Section
            className="leaf"
            style={{
              background: LIGHT.card,
              border: `1px solid ${LIGHT.line}`,
              borderCollapse: 'separate',
              borderRadius: 10,
              padding: '24px 24px 8px',
            }}
          >
            <Heading
              as="h1"
              style={{
                fontFamily: SERIF,
                fontSize: 22,
                lineHeight: '28px',
                margin: '0 0 12px',
                // A first name may be an endless word, too.
                overflowWrap: 'anywhere',
              }}
            >
              {props.heading}
            </Heading>
            {props.children}
          </Section>
          <div style={{ padding: '16px 12px 0' }}>
            {props.foot}
            <MailNote>
              {props.writer
                ? `${props.writer} hat diese E-Mail über ${props.appName} geschrieben.`
                : `Diese Nachricht wurde von ${props.appName} automatisch verschickt.`}
            </MailNote>
          </div>
        </Container>
      </body>
    </Html>
  );
}

const PAPER = {
  background: LIGHT.paper,
  color: LIGHT.ink,
  fontFamily: SANS,
  maxWidth: 560,
  padding: '16px 12px 24px',
  textWrap: 'pretty',
} as const;

const SMALL = { fontSize: 13, lineHeight: '20px', color: LIGHT.muted } as const;

const BRAND = { lineHeight: '22px', padding: '8px 10px', overflowWrap: 'anywhere' } as const;

/** Left out of the plain text, whose last line names the program, as its sender does. */
function MailBrand({ appName, club }: { appName: string; club?: string }) {
  return (
    <table
      className="brand"
      role="presentation"
      cellPadding={0}
      cellSpacing={0}
      style={{ marginBottom: 8 }}
    >
      <tbody>
        <tr>
          <td>
            <Img
              src={`cid:${LOGO.cid}`}
              alt=""
              width={36}
              height={36}
              style={{ borderRadius: 8 }}
            />
          </td>
          <td
            className="ink"
            style={{ fontFamily: SERIF, fontSize: 19, fontWeight: 'bold', ...BRAND }}
          >
            {club ?? appName}
            {club && (
              <div className="muted" style={{ ...SMALL, fontFamily: SANS, fontWeight: 'normal' }}>
                über {appName}
              </div>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Running text; endless words break, or they would widen the whole mail. */
export function MailText({ children }: { children: ReactNode }) {
  return (
    <Text
      style={{ fontSize: 16, lineHeight: '24px', margin: '0 0 16px', overflowWrap: 'anywhere' }}
    >
      {children}
    </Text>
  );
}

type ThingProps = {
  name: string;
  /** It does not take place. */
  off?: boolean;
  children: ReactNode;
};

/** What a mail is about, as pinned to it: the name, and the facts below it. */
export function MailThing({ name, off = false, children }: ThingProps) {
  return (
    <Text
      className={off ? 'off' : 'thing'}
      style={{
        fontSize: 16,
        lineHeight: '24px',
        margin: '0 0 16px',
        borderLeft: `3px solid ${off ? LIGHT.red : LIGHT.green}`,
        paddingLeft: 14,
        overflowWrap: 'anywhere',
      }}
    >
      <strong style={{ fontFamily: SERIF, fontSize: 17 }}>{name}</strong>
      {children}
    </Text>
  );
}

/** A quiet line, such as the reason for a mail; a club's name may be one endless word. */
export function MailNote({ children }: { children: ReactNode }) {
  return (
    <Text className="muted" style={{ ...SMALL, margin: '0 0 12px', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

/** Links of this class have their address in the plain text only. */
export const TOLD = 'told';

/**
 * A link in a line of text, whose address nobody would copy from the HTML.
 * @param apart beside other links, so that fingers need room
 */
export function MailWay(props: { href: string; apart?: boolean; children: string }) {
  const { href, apart = false, children } = props;
  const room = { display: 'inline-block', padding: '6px 0', marginRight: 16 } as const;
  return (
    <a href={href} className={`way ${TOLD}`} style={{ color: LIGHT.green, ...(apart && room) }}>
      {children}
    </a>
  );
}

const BUTTON = {
  fontSize: 16,
  fontWeight: 'bold',
  padding: '12px 20px',
  borderRadius: 10,
} as const;

type ChoiceProps = {
  links: readonly { href: string; label: string }[];
  /** None of them needs to be chosen. */
  quiet?: boolean;
};

/** Buttons side by side, the first of which is what most people choose. */
export function MailChoice({ links, quiet = false }: ChoiceProps) {
  const first = quiet ? -1 : 0;
  return (
    <Section style={{ margin: '0 0 8px' }}>
      {links.map(({ href, label }, at) => (
        <Fragment key={href}>
          <Button
            className={`${at === first ? 'button' : 'other'} ${TOLD}`}
            href={href}
            style={{
              ...BUTTON,
              ...(at === first
                ? { background: LIGHT.green, color: LIGHT['on-green'] }
                : { color: LIGHT.green }),
              border: `1px solid ${LIGHT.green}`,
              margin: '0 8px 8px 0',
              padding: '11px 19px',
            }}
          >
            {label}
          </Button>{' '}
        </Fragment>
      ))}
    </Section>
  );
}

/** How to get fewer mails. @param unsubscribe '' for what is always sent */
export function MailOptOut({ unsubscribe, settings }: { unsubscribe: string; settings: string }) {
  return (
    <MailNote>
      {unsubscribe !== '' && (
        <>
          <MailWay href={unsubscribe} apart>
            Solche E-Mails abbestellen
          </MailWay>
          <br />
        </>
      )}
      <MailWay href={settings} apart>
        Alle Einstellungen zu E-Mails
      </MailWay>
    </MailNote>
  );
}

/** A button, and below it the same address to copy, for programs that show no buttons. */
export function MailLink({ href, children }: { href: string; children: string }) {
  return (
    <>
      <Button
        className={`button ${TOLD}`}
        href={href}
        style={{
          background: LIGHT.green,
          color: LIGHT['on-green'],
          ...BUTTON,
        }}
      >
        {children}
      </Button>
      <Text
        className="muted"
        style={{ ...SMALL, margin: '12px 0 16px', wordBreak: 'break-all' }}
        data-skip-in-text
      >
        {href}
      </Text>
    </>
  );
}
