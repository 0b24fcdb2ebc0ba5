/** The embedded server cannot run. The message is one sentence that says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** The alternative that always works; the second half of a sentence. */
export const ELSEWHERE = 'oder setzen Sie DATABASE_URL auf einen eigenen Postgres-Server.';

/**
 * Turns a system error, or the output of initdb or postgres, into one sentence. `folder` is the
 * data folder as the operator knows it.
 */
export function explain(cause: unknown, folder: string): EmbeddedPostgresError {
  if (cause instanceof EmbeddedPostgresError) return cause;
  const error = cause instanceof Error ? (cause as NodeJS.ErrnoException) : undefined;
  const text = error ? `${error.code ?? ''} ${error.message}` : String(cause);
  return new EmbeddedPostgresError(sentence(text, error, folder), { cause });
}

function sentence(text: string, error: NodeJS.ErrnoException | undefined, folder: string): string {
  if (/ENOSPC|EDQUOT|No space left|quota exceeded/i.test(text))
    return `Der Datenträger des Datenordners ${folder} ist voll: Schaffen Sie dort Platz oder setzen Sie DATA_DIR auf einen Ordner auf einem anderen.`;
  if (error?.syscall?.startsWith('spawn'))
    return `Das eingebaute Postgres läuft auf diesem System nicht (${error.message}; es braucht macOS oder ein Linux mit glibc): Setzen Sie DATABASE_URL auf einen eigenen Postgres-Server.`;
  if (/ENOTDIR|EEXIST/.test(text))
    return `Der Datenordner ${folder} ist kein Ordner: Setzen Sie DATA_DIR auf einen Ordner ${ELSEWHERE}`;
  if (/EACCES|EPERM|EROFS|ENOENT/.test(text))
    return `In den Datenordner ${folder} kann dieser Benutzer nicht schreiben: Geben Sie ihm das Recht dazu, setzen Sie DATA_DIR auf einen anderen Ordner ${ELSEWHERE}`;
  if (/loading shared libraries|Library not loaded/.test(text))
    return 'Die Programme des eingebauten Postgres sind unvollständig: Führen Sie `npm ci --ignore-scripts=false` aus.';
  return `Das eingebaute Postgres des Datenordners ${folder} startet nicht (${reason(text)}): Beheben Sie das ${ELSEWHERE}`;
}

/** The line of Postgres' output that matters, or its end. */
function reason(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const line =
    lines.findLast((each) => /FATAL|PANIC|error:/.test(each)) ?? lines.at(-1) ?? 'ohne Meldung';
  return line.trim().replace(/\.$/, '');
}
