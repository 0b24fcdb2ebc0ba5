/**
 * Colours for what the style sheet does not reach: mails, the manifest, the browser's own frame.
 * tests/unit/colors.test.ts holds them equal to tokens.css.
 */
export const LIGHT = {
  paper: '#f6f0e3',
  card: '#fffdf7',
  ink: '#25211a',
  muted: '#645b4c',
  green: '#1c6643',
  'on-green': '#fff',
} as const;

export const DARK = { card: '#23201a', green: '#6fc797' } as const;
