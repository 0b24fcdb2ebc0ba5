// Runs on a worker thread with little memory (app/server/tables.ts): uploads may be malicious, and
// reading the largest accepted table takes a second (O5).
import { parse } from 'csv-parse/sync';
import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import writeExcelFile from 'write-excel-file/node';

const MOST_ROWS = 20_000;
const MOST_COLUMNS = 60;
/** The maximum unpacked size of a file, and of all cells' characters. */
const MOST_UNPACKED = 50 * 1024 * 1024;
/** Parts of an archive: a workbook of a hundred sheets has some 300. */
const MOST_PARTS = 1000;
const TOO_LARGE = 'Ausgepackt ist die Tabelle zu groß: höchstens 50 MiB.';
/** Characters of a cell. */
const LONGEST = 10_000;

/** What is wrong with a file, as a sentence for the user. */
class Unreadable extends Error {}

/** @typedef {{ line: number, cells: string[] }} Row as of TableRow (app/kernel/services.server.ts) */

/**
 * Reads a table, or writes one.
 * @param {{ bytes: Uint8Array } | { rows: string[][] }} task
 * @returns {Promise<{ fault: string } | { rows: string, count: number, columns: number, top: Row[] } | Uint8Array>}
 *   the rows as JSON and the first of them; or the file
 */
export default async function work(task) {
  if ('rows' in task)
    return writeExcelFile(task.rows.map(written), { sheet: 'Mitglieder' }).toBuffer();
  try {
    return described(bounded(await rowsOf(task.bytes)));
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.message };
    throw error;
  }
}

/** Always as text: a number would lose its zeros, and a text is never a formula. */
const written = (row) =>
  row.map((value) =>
    value === '' ? null : { type: String, value: shareable(value.replace(ESCAPE, '_x005F_')) },
  );

/** write-excel-file looks each text up in an object, and finds what all objects have: 'constructor'. */
const shareable = (value) =>
  value in {} ? `_x00${value.charCodeAt(0).toString(16).toUpperCase()}_${value.slice(1)}` : value;

/** Begins what a sheet takes for a sign's number, as in '_x0041_'. */
const ESCAPE = /_(?=x[\dA-F]{4}_)/gi;

const startsWith = (bytes, ...start) => start.every((byte, at) => bytes[at] === byte);

async function rowsOf(bytes) {
  if (startsWith(bytes, 0x50, 0x4b)) return sheetOf(bytes);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new Unreadable(
      'Das ist eine alte Excel-Datei (.xls). Bitte als .xlsx oder als CSV speichern.',
    );
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46))
    throw new Unreadable(
      'Das ist ein PDF. Wir brauchen die Tabelle selbst, als .xlsx oder als CSV.',
    );
  const text = textOf(bytes);
  if (/^\ufeff?BEGIN:VCARD/i.test(text))
    throw new Unreadable('Das sind vCards. Wir brauchen eine Tabelle, als .xlsx oder als CSV.');
  const [, delimiter = delimiterOf(text)] = SEPARATOR.exec(text) ?? [];
  // Its line break stays, to be counted.
  return recordsOf(text.replace(SEPARATOR, ''), delimiter);
}

async function sheetOf(bytes) {
  let files;
  try {
    let parts = 0;
    let unpacked = 0;
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (++parts > MOST_PARTS)
          throw new Unreadable('Die Datei hat zu viele Teile. Bitte als CSV speichern.');
        if (!/\.(xml|rels)$/.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > MOST_UNPACKED) throw new Unreadable(TOO_LARGE);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable('Die Datei ist beschädigt. Bitte noch einmal speichern und hochladen.');
  }
  if (!files['xl/workbook.xml'])
    throw new Unreadable('Das ist keine Excel-Datei. Bitte als .xlsx oder als CSV speichern.');
  const digits = leastDigits(files['xl/styles.xml']);
  for (const name of Object.keys(files).filter((each) => SHEET.test(each)))
    files[name] = padded(trimmed(files[name]), digits);
  try {
    // Repacked without compression, as an archive may lie about its size.
    const archive = zipSync(files, { level: 0 });
    const rows = await readSheet(archive.buffer, { parseNumber: String });
    return rows.map((cells, at) => ({ line: at + 1, cells: cells.map(withoutMark) }));
  } catch (error) {
    const [, row, column, value] = /at row (\d+), col (\d+): (.*)/.exec(error.message) ?? [];
    if (row)
      throw new Unreadable(
        `In Zeile ${row}, Spalte ${column} steht ein Fehler der Tabelle (${value.slice(0, 20)}). Bitte dort berichtigen.`,
      );
    throw new Unreadable(
      'Die Tabelle lässt sich nicht lesen. Bitte als CSV speichern und noch einmal versuchen.',
    );
  }
}

/** A phone number of our CSV, which a spreadsheet may have saved as a sheet of its own. */
const withoutMark = (cell) => (typeof cell === 'string' ? cell.replace(/^'(?=\+\d)/, '') : cell);

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
/** Matches from the 703rd column or the 100,000th row on: reading such a sheet fills it with empty cells. */
const FAR = / r="([A-Z]{3,}\d+|[A-Z]*\d{6,})"/;
const EMPTY = /<c\b[^<>]*\/>|<row\b[^<>]*(\/>|>\s*<\/row>)/g;

const ROW = /<row[\s/>]/g;
/** It states its position, so dropping it moves nothing else. */
const PLACED = / r="/;

/**
 * Drops cells that only have a colour or a border: far ones, and all if there are many rows. Cuts a
 * sheet after the rows that we accept, before it costs anything.
 */
function trimmed(sheet) {
  const text = Buffer.from(sheet).toString('latin1');
  const isLong = endOf(text) !== undefined;
  if (!isLong && !FAR.test(text)) return sheet;
  const goes = isLong ? PLACED : FAR;
  const filled = text
    .replace(EMPTY, (cell) => (goes.test(cell) ? '' : cell))
    .replace(EMPTY, (row) => (goes.test(row) ? '' : row));
  const end = endOf(filled);
  const taken = end === undefined ? filled : `${filled.slice(0, end)}</sheetData></worksheet>`;
  const [, cell] = FAR.exec(taken) ?? [];
  if (cell)
    throw new Unreadable(
      `Weit entfernt von der Tabelle steht noch etwas (${/^\d/.test(cell) ? `Zeile ${cell}` : cell}). Bitte dort löschen oder als CSV speichern.`,
    );
  return Buffer.from(taken, 'latin1');
}

/** Where the first excess row begins, allowing for a heading; undefined if there is none. */
function endOf(sheet) {
  let rows = 0;
  for (const { index } of sheet.matchAll(ROW)) if (++rows > MOST_ROWS + 2) return index;
}

/** How many digits each style shows at least, as '00000' does for postcodes; undefined for others. */
function leastDigits(styles = []) {
  const [before, after = ''] = Buffer.from(styles).toString('latin1').split('<cellXfs', 2);
  const formats = new Map();
  for (const [tag] of before.matchAll(/<numFmt\s[^<>]*>/g))
    formats.set(
      attributeOf(tag, 'numFmtId'),
      /^0{2,20}$/.exec(attributeOf(tag, 'formatCode'))?.[0].length,
    );
  const [used] = after.split('</cellXfs>', 1);
  return [...used.matchAll(/<xf\s[^<>]*>/g)].map(([tag]) =>
    formats.get(attributeOf(tag, 'numFmtId')),
  );
}

const attributeOf = (tag, name) => tag.split(` ${name}="`, 2)[1]?.split('"', 1)[0];

/** A cell's beginning, style and whole number, also of a formula; not the number of a shared text. */
const NUMBER =
  /(<c(?=\s)(?![^<>]* t="[^n])(?=[^<>]* s="(\d+)")[^<>]*>(?:<f\b[^<]*(?:<\/f>)?)?<v>)(\d+)(?=<\/v>)/g;

/** Gives numbers the leading zeros that only their format has; by row, as a replacement keeps all its matches. */
function padded(sheet, digits) {
  if (!digits.some(Boolean)) return sheet;
  const rows = Buffer.from(sheet).toString('latin1').split('</row>');
  const shown = rows.map((row) =>
    row.replace(NUMBER, (_, before, style, number) => before + number.padStart(digits[style], '0')),
  );
  return Buffer.from(shown.join('</row>'), 'latin1');
}

function textOf(bytes) {
  const text = decoded(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: looks for what no table has.
  if (/[\0-\x08\x0e-\x1f]/.test(text))
    throw new Unreadable('Das ist keine Tabelle. Bitte eine Datei als .xlsx oder als CSV wählen.');
  return text;
}

/**
 * UTF-8 and UTF-16 with or without a BOM, else code page 850 or Macintosh by their umlauts, else
 * Windows-1252, which any bytes are.
 */
function decoded(bytes) {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  // Without a BOM, every other byte of German text is zero.
  const [first, second, third, fourth] = bytes;
  if (first && second === 0 && fourth === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0 && second && third === 0) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = Buffer.from(bytes).toString('latin1');
    const isPlain = !OF_WINDOWS.test(text);
    const sure = counts(text, OF_DOS, OF_MAC);
    const [ofDos, ofMac] =
      sure.some(Boolean) || !isPlain ? sure : counts(text, DOS_ALONE, MAC_ALONE);
    if (ofMac > ofDos) return new TextDecoder('macintosh').decode(bytes);
    // TextDecoder of Node 20 reads Windows-1252 as Latin-1, which has no printable 0x80 to 0x9f, and
    // knows no code page 850.
    const signs = ofDos > 0 ? DOS_SIGNS : SIGNS;
    return text.replace(/[\x80-\xff]/g, (sign) => signs[sign.charCodeAt(0) - 0x80] ?? sign);
  }
}

/**
 * What Excel's 'CSV (MS-DOS)', in code page 850, and 'CSV (Macintosh)' have for 'ü', 'ä' or 'ö' is
 * in Windows-1252 undefined, a quotation mark in a word, or a capital in the middle of one. The one's
 * 'è' is the other's 'ä', so the more frequent decides.
 */
const OF_DOS = /[a-z][\x81\x84\x94][a-z]/gi;
const OF_MAC = /[A-Za-z][\x8a\x9f][a-z]/g;
/** Umlauts and 'ß' of Windows-1252. */
const OF_WINDOWS = /[A-Za-z][äöüß]|[ÄÖÜ][A-Za-z]/;
/** Letters that no German word begins with: what stands before them belongs to the word. */
const AFTER_CAPITAL = /(?:[hln][b-dfgk-np-tvz]|z[b-dfgk-t]|ck|ff|tt|tz)[a-z]/.source;
/**
 * What the two have for 'ß' and for capitals is a letter or a sign in Windows-1252, so it only counts
 * where no umlaut says more, and where that letter or sign is unlikely:
 * - code page 850's 'ß' is 'á', which hardly stands after a vowel at the end of a word, as in 'Groß';
 * - its 'Ç' is '€', which stands after a number or before a consonant, as in '5 €pro', not in 'Çelik';
 * - its 'Ä' is 'Ž', and a Mac's 'Ä', 'Ö' and 'Ü' are '€', '…' and '†', all of which may stand before
 *   a word: 'Ždanov', '…neu'.
 */
const DOS_ALONE = new RegExp(
  `[aeiou]\xe1(?![a-df-ln-z])|(?<![A-Za-z])(?:[\x99\x9a][a-z]|\x8e${AFTER_CAPITAL}|(?<!\\d ?)\x80[aeiou][a-z])|[A-Z][\x8e\x99\x9a][A-Z]{2}`,
  'g',
);
const MAC_ALONE = new RegExp(
  `[a-z]\xa7|(?<![A-Za-z])[\x80\x85\x86]${AFTER_CAPITAL}|[A-Z][\x80\x85\x86][A-Z]{2}`,
  'g',
);
const counts = (text, ...all) => all.map((signs) => text.match(signs)?.length ?? 0);
const DOS_SIGNS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´ ±‗¾¶§÷¸°¨·¹³²■ ';

/** Windows-1252 from 0x80 to 0x9f, five of which are undefined. */
const SIGNS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The first line of a CSV may tell Excel its separator. */
const SEPARATOR = /^\ufeff?sep=(.)(?=[\r\n])/i;

function recordsOf(text, delimiter) {
  const options = {
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells, { records, empty_lines }) => ({
      line: records + empty_lines,
      cells: cells.map(withoutApostrophe),
    }),
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MOST_COLUMNS * LONGEST,
    // One more, to say that there are too many.
    to: MOST_ROWS + 2,
  };
  try {
    return parse(text, options);
  } catch {
    try {
      // An inch (") in a cell. One at its beginning would take in the cells and rows behind it.
      const rows = parse(text, { ...options, relax_quotes: true });
      if (!rows.some(({ cells }) => cells.some((cell) => /"/.test(cell) && /[\r\n]/.test(cell))))
        return rows;
    } catch {
      // The quote is never closed.
    }
    throw new Unreadable(unclosed(text, delimiter));
  }
}

/** As our CSV writes text that a spreadsheet could take for a formula (O7). */
const withoutApostrophe = (cell) => cell.replace(/^\s*'(?='*[=@+＝＋－＠-])/, '');

/** Says where a cell begins with a quote that is not closed in its line. */
function unclosed(text, delimiter) {
  const at = text
    .split(/\r\n|\n|\r/)
    .findIndex(
      (line) =>
        line.split('"').length % 2 === 0 &&
        line.split(delimiter).some((cell) => cell.trimStart().startsWith('"')),
    );
  return at < 0
    ? 'Die Tabelle lässt sich nicht lesen. Bitte als .xlsx speichern und noch einmal versuchen.'
    : `In Zeile ${at + 1} der Datei beginnt eine Zelle mit einem Anführungszeichen ("), das nicht endet. Bitte dort berichtigen.`;
}

/** A quoted cell, which may be cut off. */
const QUOTED = /(?<![^\t;,\r\n])"(?:[^"]|"")*(?:"|$)/g;

/** The separator of a text; a comma before a space belongs to a cell, if at least half of the lines have another one. */
function delimiterOf(text) {
  const start = text.slice(0, 10_000).replace(QUOTED, '');
  const lines = start.split(/[\r\n]+/).slice(0, TOP);
  const found = separatorOf(lines.map((line) => line.replaceAll(', ', ' ')));
  return (2 * found.most < lines.length ? separatorOf(lines) : found).delimiter;
}

/**
 * What most of the first lines have equally often, outside of quotes, or at most as often as the first
 * with it, as lines may leave out empty cells at their end; else the most frequent.
 */
function separatorOf(lines) {
  const [best] = ['\t', ';', ',']
    .map((delimiter) => {
      const counts = lines.map((line) => line.split(delimiter).length - 1).filter(Boolean);
      const alike = counts.map((count) => counts.filter((other) => other === count).length);
      const within = counts.filter((count) => count <= counts[0]).length;
      return {
        delimiter,
        most: Math.max(within, ...alike),
        total: counts.reduce((a, b) => a + b, 0),
      };
    })
    .sort((one, other) => other.most - one.most || other.total - one.total);
  return best;
}

/** Trimmed texts, without empty rows and without empty columns at the right. */
function bounded(table) {
  const rows = [];
  let columns = 0;
  let characters = 0;
  for (const { line, cells: values } of table) {
    const cells = values.map(cellOf);
    // A sheet stores a text once, however many cells show it.
    for (const { length } of cells) characters += length;
    if (characters > MOST_UNPACKED) throw new Unreadable(TOO_LARGE);
    let width = cells.length;
    while (width > 0 && cells[width - 1] === '') width--;
    if (width === 0) continue;
    if (width > MOST_COLUMNS)
      throw new Unreadable(`Die Tabelle hat zu viele Spalten: höchstens ${MOST_COLUMNS}.`);
    columns = Math.max(columns, width);
    // The first may be a heading.
    if (rows.length > MOST_ROWS)
      throw new Unreadable('Die Tabelle hat zu viele Zeilen: höchstens 20.000. Bitte teilen.');
    rows.push({ line, cells: cells.slice(0, width) });
  }
  if (rows.length === 0) throw new Unreadable('Die Tabelle ist leer.');
  for (const { cells } of rows) while (cells.length < columns) cells.push('');
  return { rows, columns };
}

function cellOf(value) {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  // Postgres does not store half a surrogate pair, or NUL.
  const text = String(value).toWellFormed().replaceAll('\0', '\ufffd').trim();
  if (text.length > LONGEST)
    throw new Unreadable('Eine Zelle der Tabelle ist zu lang: höchstens 10.000 Zeichen.');
  return text;
}

/** Rows from which the columns are recognised. */
const TOP = 200;

const described = ({ rows, columns }) => ({
  rows: JSON.stringify(rows),
  count: rows.length,
  columns,
  top: rows.slice(0, TOP),
});
