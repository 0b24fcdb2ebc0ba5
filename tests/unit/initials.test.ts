import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { Initials } from '~/ui/initials';

it('initials are the capitals that stand for a name, whatever its particles, script or marks', () => {
  const names = [
    ['Anna', 'Lindner', 'AL'],
    ['Ömer', 'Şahin', 'ÖŞ'],
    ['Maria', 'von der Mühlen', 'MM'],
    ['jo', 'van', 'JV'],
    ['Наталья', 'Иванова', 'НИ'],
    ['王', '小明', '王小'],
    ['‮Eva', '„Lux“', 'EL'],
    ['🎺', '﷽', ''],
  ] as const;
  for (const [firstName, lastName, initials] of names)
    expect(Initials({ firstName, lastName, seed: '0' }).props.children).toBe(initials);
});

it('initials are readable in each of their eight hues, in both themes', async () => {
  const css = await readFile('app/ui/styles/rows.css', 'utf8');
  const tones = [...css.matchAll(/oklch\((\d+)%_([\d.]+)_var\(--hue\)\)/g)];
  const [light, lightInk, dark, darkInk] = tones.map(([, lightness, chroma]) => ({
    lightness: Number(lightness) / 100,
    chroma: Number(chroma),
  }));
  for (let at = 0; at < 8; at++) {
    const hue = at * 45 + 15;
    expect(contrast(luminance(light, hue), luminance(lightInk, hue))).toBeGreaterThan(4.5);
    expect(contrast(luminance(dark, hue), luminance(darkInk, hue))).toBeGreaterThan(4.5);
  }
});

interface Tone {
  readonly lightness: number;
  readonly chroma: number;
}

/** The relative luminance of an OKLCH colour (CSS Color 4, section 10). */
function luminance(tone: Tone | undefined, degrees: number): number {
  const { lightness, chroma } = tone ?? { lightness: 0, chroma: 0 };
  const hue = (degrees / 180) * Math.PI;
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  const [red = 0, green = 0, blue = 0] = rgb.map((each) => Math.min(1, Math.max(0, each)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
