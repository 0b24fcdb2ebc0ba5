/**
 * Writes docs/requirements.md with a page per letter, and docs/messages.md: which file builds each
 * line of the requirements, where each notification is raised, and which tests prove it. They are
 * generated from comments in the sources and titles of the tests, which name the lines as in (E7):
 * `npm run docs:requirements`. A test fails when a page is stale or a line has no place or proof.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { messages } from './all-messages';
import { chapters, requirements } from './requirement-lines';

type Test = { file: string; title: string; lines: ReadonlySet<string>; text: string };
type Row = { name: string; cells: string[]; places: readonly string[]; proofs: readonly string[] };

const SOURCES = ['app', 'db', 'migrations', 'scripts', 'server.ts'];
const OF_THESE_PAGES = /^scripts\/requirement/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*|(?<=^|\s)--.*/gm;
const PARENTHESES = /\([^()]*\)/g;
const LINE = /\b([A-NSTX])(\d{1,2})(?: to \1(\d{1,2}))?\b|\btable (H)\b/g;
const GENERATED =
  'Written by `npm run docs:requirements`; change the comments and titles, not this file.';

/** The generated files with the text that they should hold. @throws if a row is empty */
export function pages(): Map<string, string> {
  const sources = SOURCES.flatMap((path) => filesIn(path, /\.(ts|tsx|mjs|css)$/)).filter(
    (file) => !OF_THESE_PAGES.test(file),
  );
  const tests = filesIn('tests', /\.test\.tsx?$/).flatMap(testsIn);
  const rows = requirementRows(sources, tests);
  return new Map([
    ['docs/requirements.md', index()],
    ...Object.keys(chapters).map((letter): [string, string] => [
      `docs/requirements/${letter}.md`,
      chapter(
        letter,
        rows.filter(({ name }) => name.startsWith(letter)),
      ),
    ]),
    ['docs/messages.md', messageTable(sources, tests)],
  ]);
}

function requirementRows(sources: readonly string[], tests: readonly Test[]): Row[] {
  const named = sources.map((file) => ({ file, lines: namedInSource(readFileSync(file, 'utf8')) }));
  const rows = Object.entries(requirements).map(([line, what]): Row => {
    const places = named.filter(({ lines }) => lines.has(line)).map(({ file }) => file);
    const proofs = proofsOf(tests.filter(({ lines }) => lines.has(line)));
    return { name: line, cells: [what], places, proofs };
  });
  refuseGaps(rows);
  return rows;
}

function index(): string {
  const entries = Object.entries(chapters).map(([letter, title]) => {
    const lines = Object.keys(requirements).filter((line) => line.startsWith(letter));
    const range = lines.length > 1 ? `${lines[0]} to ${lines.at(-1)}` : letter;
    return `- [${letter}. ${title}](requirements/${letter}.md) (${range})`;
  });
  return [
    '# Requirements: where each is built and what proves it',
    '',
    `A page per chapter of the requirements, with each line's files and tests. ${GENERATED}`,
    '',
    ...entries,
    '',
  ].join('\n');
}

/** A page with a heading for each line, and under it one list entry per file. */
function chapter(letter: string, rows: readonly Row[]): string {
  const sections = rows.flatMap(({ name, cells, places, proofs }) => [
    '',
    `## ${name}. ${cells[0]}`,
    '',
    'Built in',
    '',
    ...places.map((place) => `- \`${place}\``),
    '',
    'Proved by',
    '',
    ...proofs.map((proof) => `- ${proof}`),
  ]);
  const title = chapters[letter as keyof typeof chapters];
  const about = `A file builds a line if one of its comments names it. ${GENERATED}`;
  return [`# ${letter}. ${title}`, '', about, ...sections, ''].join('\n');
}

type Message = { title: string; message?: string };

/** Stands for whatever a notification names: '{name} gespeichert.'. */
// biome-ignore lint/suspicious/noExplicitAny: each notification has fields of its own.
const FIELDS: any = new Proxy({}, { get: (_fields, field) => `{${String(field)}}` });

function messageTable(sources: readonly string[], tests: readonly Test[]): string {
  const texts = sources.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  for (const { file, text } of texts.filter((source) => source.file.startsWith('app/features/'))) {
    for (const [, key = ''] of text.matchAll(/(?<!\.)\bmessages\.(\w+)/g))
      if (!(key in messages)) throw new Error(`${file}: scripts/all-messages.ts lacks ${key}`);
  }
  const rows = Object.entries(messages).map(([name, text]): Row => {
    const { title, message }: Message = typeof text === 'function' ? text(FIELDS) : text;
    const key = new RegExp(`\\bmessages\\.${name}\\b`);
    const places = texts.filter(({ text }) => key.test(text)).map(({ file }) => file);
    const proofs = proofsOf(
      tests.filter(({ text }) => key.test(text) || text.includes(message || title)),
    );
    const shown = name.endsWith('Failed') ? `Error: ${title}` : title;
    return { name, cells: [`\`${name}\``, shown, message ?? ''], places, proofs };
  });
  refuseGaps(rows);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = ['Key', 'Title', 'Message', 'Raised in', 'Shown by'];
  return [
    '# Notifications: where each is raised and what shows it',
    '',
    `Every notification of app/features/*/wording.ts. A test shows it if it names the text or the key. ${GENERATED}`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(({ cells, places, proofs }) =>
      line([...cells, places.map((place) => `\`${place}\``).join('<br>'), proofs.join('<br>')]),
    ),
    '',
  ].join('\n');
}

function refuseGaps(rows: readonly Row[]): void {
  const gaps = rows.filter(({ places, proofs }) => places.length === 0 || proofs.length === 0);
  if (gaps.length === 0) return;
  const texts = gaps.map(
    (row) => `${row.name}: ${row.places.length > 0 ? 'no test' : 'built nowhere'}`,
  );
  throw new Error(`Rows without a proof or a place:\n${texts.join('\n')}`);
}

/** An entry for each file: its name and how many of its tests. */
function proofsOf(tests: readonly Test[]): string[] {
  const byFile = new Map<string, number>();
  for (const { file } of tests) byFile.set(file, (byFile.get(file) ?? 0) + 1);
  return [...byFile].map(
    ([file, count]) => `\`${file}\`: ${count === 1 ? '1 test' : `${count} tests`}`,
  );
}

/**
 * The lines that a source names in its comments, and in parentheses of the descriptions that the
 * API's document shows.
 */
function namedInSource(text: string): Set<string> {
  return linesIn([...(text.match(COMMENT) ?? []), ...(text.match(PARENTHESES) ?? [])].join('\n'));
}

/** 'E1 to E3, G4' names four lines. */
function linesIn(text: string): Set<string> {
  const lines = new Set<string>();
  for (const [, letter, first, last, whole] of text.matchAll(LINE)) {
    if (whole) lines.add(whole);
    for (let number = Number(first); number <= Number(last ?? first); number++)
      lines.add(`${letter}${number}`);
  }
  return lines;
}

/** The tests of a file. Each proves the lines that the title of its describe names, too. */
function testsIn(file: string): Test[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const tests: Test[] = [];
  visit(source, '');
  return tests;

  function visit(node: ts.Node, within: string): void {
    const kind = ts.isCallExpression(node) ? calleeOf(node.expression) : '';
    const [first] = ts.isCallExpression(node) ? node.arguments : [];
    const title =
      first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)) && textOf(first);
    if (title && kind === 'it') {
      const whole = within === '' ? title : `${within}: ${title}`;
      const text = [node.getText(), ...rowsOf(node)].join('\n');
      tests.push({ file, title: whole, lines: linesIn(whole.replace(/\bH\)/g, 'table H)')), text });
      return;
    }
    const inside =
      title && kind === 'describe' ? [within, title].filter(Boolean).join(': ') : within;
    ts.forEachChild(node, (child) => visit(child, inside));
  }
}

/** The tables of it.each(rows)(…) that are declared elsewhere in the file. */
function rowsOf(test: ts.Node): string[] {
  const callee = ts.isCallExpression(test) ? test.expression : test;
  if (!ts.isCallExpression(callee)) return [];
  const names = callee.arguments.filter(ts.isIdentifier).map(({ text }) => text);
  return test
    .getSourceFile()
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .filter(({ name }) => names.includes(name.getText()))
    .map((declaration) => declaration.getText());
}

/** 'it' of it(…), it.each(…)(…), it.skipIf(…)(…). */
function calleeOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee))
    return calleeOf(callee.expression);
  return '';
}

function textOf(literal: ts.StringLiteralLike | ts.TemplateExpression): string {
  return ts.isTemplateExpression(literal) ? literal.getText().slice(1, -1) : literal.text;
}

function filesIn(path: string, kind: RegExp): string[] {
  if (!path.endsWith('.ts')) {
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((file) => kind.test(file))
      .map((file) => `${path}/${file}`)
      .sort();
  }
  return [path];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of pages()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
