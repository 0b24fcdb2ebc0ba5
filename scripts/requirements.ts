/**
 * Writes docs/requirements.md and docs/messages.md: which file builds each line of the
 * requirements, where each notification is raised, and which tests show it. Read from what the
 * sources' comments and the tests' titles name (E7), so that the tables stay true: `npm run
 * docs:requirements`. A test fails when a table is stale or has a gap.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { messages } from './all-messages';
import { requirements } from './requirement-lines';

type Test = { file: string; title: string; lines: ReadonlySet<string>; text: string };
type Row = { name: string; cells: string[]; places: readonly string[]; proofs: readonly string[] };

const SOURCES = ['app', 'db', 'migrations', 'scripts', 'server.ts'];
const OF_THIS_TABLE = /^scripts\/requirement/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*|(?<=^|\s)--.*/gm;
const PARENTHESES = /\([^()]*\)/g;
const LINE = /\b([A-I])(\d{1,2})(?: to \1(\d{1,2}))?\b|\btable (H)\b/g;

/** The tables' files with what they should hold. @throws if a row is empty */
export function tables(): Map<string, string> {
  const sources = SOURCES.flatMap((path) => filesIn(path, /\.(ts|tsx|mjs|css)$/)).filter(
    (file) => !OF_THIS_TABLE.test(file),
  );
  const tests = filesIn('tests', /\.test\.tsx?$/).flatMap(testsIn);
  return new Map([
    ['docs/requirements.md', requirementTable(sources, tests)],
    ['docs/messages.md', messageTable(sources, tests)],
  ]);
}

function requirementTable(sources: readonly string[], tests: readonly Test[]): string {
  const named = sources.map((file) => ({ file, lines: namedInSource(readFileSync(file, 'utf8')) }));
  const rows = Object.entries(requirements).map(([line, what]): Row => {
    const places = named.filter(({ lines }) => lines.has(line)).map(({ file }) => file);
    const proofs = proofsOf(tests.filter(({ lines }) => lines.has(line)));
    return { name: line, cells: [line, what], places, proofs };
  });
  return table(
    'Requirements: where each is built and what proves it',
    'One row per line of the requirements. Where a line is built is what names it in a comment.',
    ['Line', 'What', 'Built in', 'Proved by'],
    rows,
  );
}

function messageTable(sources: readonly string[], tests: readonly Test[]): string {
  const texts = sources.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  for (const { file, text } of texts.filter((source) => source.file.startsWith('app/features/'))) {
    for (const [, key = ''] of text.matchAll(/\bmessages\.(\w+)/g))
      if (!(key in messages)) throw new Error(`${file}: scripts/all-messages.ts lacks ${key}`);
  }
  const rows = Object.entries(messages).map(([name, { title, message }]): Row => {
    const key = new RegExp(`\\bmessages\\.${name}\\b`);
    const places = texts.filter(({ text }) => key.test(text)).map(({ file }) => file);
    const proofs = proofsOf(tests.filter(({ text }) => key.test(text) || text.includes(message)));
    const shown = name.endsWith('Failed') ? `Error: ${title}` : title;
    return { name, cells: [`\`${name}\``, shown, message], places, proofs };
  });
  return table(
    'Notifications: where each is raised and what shows it',
    'Every notification of app/features/*/wording.ts. A test shows it if it names the text or the key.',
    ['Key', 'Title', 'Message', 'Raised in', 'Shown by'],
    rows,
  );
}

function table(
  title: string,
  about: string,
  head: readonly string[],
  rows: readonly Row[],
): string {
  const gaps = rows.filter(({ places, proofs }) => places.length === 0 || proofs.length === 0);
  if (gaps.length > 0) {
    const texts = gaps.map(
      (row) => `${row.name}: ${row.places.length > 0 ? 'no test' : 'built nowhere'}`,
    );
    throw new Error(`Rows without a proof or a place:\n${texts.join('\n')}`);
  }
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `# ${title}`,
    '',
    `${about} Written by \`npm run docs:requirements\`; change the comments and titles, not this file.`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(({ cells, places, proofs }) =>
      line([...cells, places.map((place) => `\`${place}\``).join('<br>'), proofs.join('<br>')]),
    ),
    '',
  ].join('\n');
}

/** A line for each file: its name and the titles of its tests. */
function proofsOf(tests: readonly Test[]): string[] {
  const byFile = new Map<string, string[]>();
  for (const { file, title } of tests) byFile.set(file, [...(byFile.get(file) ?? []), title]);
  return [...byFile].map(
    ([file, titles]) =>
      `\`${file}\`: ${titles.join('; ').replaceAll('|', '\\|').replaceAll('<', '&lt;')}`,
  );
}

/**
 * What a source names: in its comments, and in parentheses of the descriptions that the API's
 * document shows.
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

/** The tests of a file. What a describe's title names, all of its tests prove. */
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

/** The tables of it.each(rows)(…) that stand elsewhere in the file. */
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
  for (const [file, text] of tables()) writeFileSync(file, text);
}
