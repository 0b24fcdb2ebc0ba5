/**
 * Colours outside the style sheet's reach: mails, the manifest, the browser's own frame.
 * tests/unit/colors.test.ts keeps them equal to tokens.css.
 */
export const LIGHT = {
  paper: '#f6f0e3',
  card: '#fffdf7',
  ink: '#25211a',
  muted: '#645b4c',
  line: '#ddd2bd',
  green: '#1c6643',
  red: '#a3231a',
  'on-green': '#fff',
} as const;

export const DARK = {
  paper: '#191713',
  card: '#23201a',
  ink: '#f0e9db',
  muted: '#b5ab98',
  line: '#3d372d',
  green: '#6fc797',
  red: '#ff9f91',
  'on-green': '#0c2316',
} as const;
