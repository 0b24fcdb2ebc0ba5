import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DARK, LIGHT } from '~/ui/colors';

/** The colours declared in a part of tokens.css, by name. */
const declared = (css: string) =>
  Object.fromEntries([...css.matchAll(/--color-([\w-]+): (#\w+);/g)].map(([, ...pair]) => pair));

it('colours outside the style sheet match its themes', async () => {
  const tokens = await readFile('app/ui/styles/tokens.css', 'utf8');
  const [light = '', dark = ''] = tokens.split('prefers-color-scheme: dark');
  expect(declared(light)).toMatchObject(LIGHT);
  expect(declared(dark)).toMatchObject(DARK);
});

it('the icon uses the themes of the style sheet', async () => {
  const icon = await readFile('public/favicon.svg', 'utf8');
  expect(icon.match(/#\w{6}/g)).toEqual([LIGHT.green, DARK.green]);
});
