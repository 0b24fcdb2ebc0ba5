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
export function deviceText({ kind, userAgent }: { kind: 'browser' | 'mobile'; userAgent: string }) {
  const app = productOf(userAgent).replace(/^Mozilla$/, '');
  const program =
    kind === 'mobile'
      ? `App ${app}`.trim()
      : (nameIn(userAgent, browsers) ?? 'Unbekannter Browser');
  return onSystem(program, userAgent);
}

/** Names a program where nothing tells apps from browsers: 'Firefox auf Windows', 'Vereinsheim auf Android'. */
export function programText(userAgent: string): string {
  const program = nameIn(userAgent, browsers) ?? productOf(userAgent);
  return onSystem(program || 'Unbekanntes Programm', userAgent);
}

/** How a program names itself first. */
const productOf = (userAgent: string) => /^[\w.-]+/.exec(userAgent)?.[0] ?? '';

function onSystem(program: string, userAgent: string): string {
  const system = nameIn(userAgent, systems);
  return system ? `${program} auf ${system}` : program;
}
