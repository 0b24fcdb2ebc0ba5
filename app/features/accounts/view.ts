import { dayAt, GERMANY } from '~/times';

const browsers: [pattern: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: [pattern: RegExp, name: string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

const nameIn = (userAgent: string, names: [pattern: RegExp, name: string][]) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * How 'Mein Konto' names a session (A12): 'Firefox auf Windows', as far as the user agent tells. An
 * app goes by the name that it gives itself.
 */
export function deviceText({
  kind,
  userAgent,
}: {
  kind: 'browser' | 'mobile';
  userAgent: string;
}): string {
  const browser = nameIn(userAgent, browsers);
  const system = nameIn(userAgent, systems);
  const program = kind === 'mobile' ? appName(userAgent) : (browser ?? 'Unbekannter Browser');
  return system ? `${program} auf ${system}` : program;
}

/**
 * A network as people read it: '203.0.113.x', '2001:db8:1:x'.
 * @param network as coarseNetwork() keeps it
 */
export function networkText(network: string): string {
  return network.replace(/\.0\/24$/, '.x').replace(/::\/48$/, ':x');
}

function appName(userAgent: string): string {
  const [product = ''] = /^[\w.-]+/.exec(userAgent) ?? [];
  return product === '' || product === 'Mozilla' ? 'App' : `App ${product}`;
}

interface Stored {
  readonly kind: 'browser' | 'mobile';
  readonly userAgent: string;
  readonly network: string | null;
  readonly createdAt: Date;
  readonly usedAt: Date;
  readonly validUntil: Date;
}

/** A session as screens show it: texts for people, not the data behind them. */
export function sessionShown<Session extends Stored>({
  kind,
  userAgent,
  network,
  createdAt,
  usedAt,
  validUntil,
  ...session
}: Session) {
  return {
    ...session,
    device: deviceText({ kind, userAgent }),
    network: network && networkText(network),
    since: dayAt(createdAt, GERMANY),
    usedOn: dayAt(usedAt, GERMANY),
    until: dayAt(validUntil, GERMANY),
  };
}
