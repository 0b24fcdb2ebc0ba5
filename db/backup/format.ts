import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/**
 * A backup is a gzipped file of JSON lines: a head, then for each table its name and columns
 * followed by a line per row, then an end with the counts. A row is an array of values in Postgres'
 * text form, null for null, so every type comes back unchanged and the file can be read without
 * this program.
 */
export interface Head {
  readonly format: 'vereinsheim-backup';
  readonly formatVersion: 1;
  /** The program's version. */
  readonly version: string;
  readonly createdAt: string;
  /** Steps of the schema, in order. */
  readonly steps: readonly string[];
  /** Newest step of the queue's schema. */
  readonly queueStep: number;
}

export interface TableHead {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface End {
  readonly end: true;
  readonly rows: Readonly<Record<string, number>>;
  readonly sequences: Readonly<Record<string, Sequence>>;
}

export interface Sequence {
  /** A bigint as text. */
  readonly value: string;
  readonly called: boolean;
}

/** A line of a backup after its head. `row` is the JSON array exactly as in the file. */
type Line = { table: TableHead } | { row: string } | { end: End };

/** The file is not a backup, or not a complete one. The message is a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * Reads a backup line by line.
 * @param onHead called first; may throw to stop reading
 * @throws BackupError if it is not a backup, damaged or truncated
 */
export async function* readBackup(
  file: string,
  onHead: (head: Head) => void,
): AsyncGenerator<Line> {
  const counts: Record<string, number> = {};
  let table = '';
  let started = false;
  let end: End | null = null;
  try {
    for await (const line of linesOf(file)) {
      if (end) throw damaged(file);
      if (!started) {
        onHead(headOf(line));
        started = true;
      } else if (line.startsWith('[')) {
        counts[table] = (counts[table] ?? 0) + 1;
        yield { row: line };
      } else {
        const said = JSON.parse(line) as TableHead | End;
        if ('end' in said) {
          end = said;
          continue;
        }
        table = said.table;
        counts[table] = 0;
        yield { table: said };
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(file);
    throw explained(error as NodeJS.ErrnoException, file);
  }
  if (!end || JSON.stringify(sorted(end.rows)) !== JSON.stringify(sorted(counts)))
    throw damaged(file);
  yield { end };
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const plain = createGunzip();
  source.on('error', (error) => plain.destroy(error));
  source.pipe(plain).setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of plain) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    source.destroy();
  }
  if (rest !== '') yield rest;
}

function headOf(line: string): Head {
  const head = JSON.parse(line) as Head;
  if (head.format !== 'vereinsheim-backup') throw new SyntaxError('no backup');
  if (head.formatVersion !== 1)
    throw new BackupError('Die Sicherung stammt von einer neueren Version dieses Programms.');
  return head;
}

const sorted = (counts: Readonly<Record<string, number>>) => Object.entries(counts).sort();

const damaged = (file: string) =>
  new BackupError(
    `${file} ist keine Sicherung dieses Programms, oder sie ist beschädigt oder unvollständig.`,
  );

function explained(error: NodeJS.ErrnoException, file: string): Error {
  const { code = '' } = error;
  if (code.startsWith('Z_')) return damaged(file);
  if (code === 'ENOENT') return new BackupError(`Die Datei ${file} gibt es nicht.`);
  if (code === 'EACCES' || code === 'EISDIR')
    return new BackupError(`Die Datei ${file} ist nicht lesbar.`);
  return error;
}
