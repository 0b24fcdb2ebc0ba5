import { ForeignDatabaseError } from '#db/migrate';
import type { Config } from '~/config.server';
import { isOutage } from '~/kernel/outage.server';

/** A lock that others hold for too long, or a deadlock with them (db/lock-tables.ts). */
const OCCUPIED = new Set(['57014', '55P03', '40P01']);

/**
 * Explains a database error to the operator in one sentence; null if they cannot fix it.
 * @param config its databaseUrl is null for the embedded server, whose own errors are sentences already
 * @param restoring true for `npm run restore`
 */
export function explainDatabase(
  error: unknown,
  { databaseUrl, ownerUrl }: Pick<Config, 'databaseUrl' | 'ownerUrl'>,
  restoring = false,
): string | null {
  const { code = '', message } = codeAndMessage(error);
  // That of asOwner().
  const setting = databaseUrl === ownerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
  if (restoring && code === '42501')
    return 'Nur der Eigentümer der Tabellen kann eine Sicherung einspielen: Setzen Sie DATABASE_OWNER_URL auf die Adresse, mit der er sich anmeldet.';
  if (/^corrupted migrations/.test(message))
    return (
      'Die Datenbank gehört zu einer neueren oder anderen Version dieses Programms: Spielen Sie diese Version wieder ein, ' +
      'oder stellen Sie die Sicherung von vor der Aktualisierung wieder her.'
    );
  if (error instanceof ForeignDatabaseError)
    return (
      'Die Datenbank stammt von einer Vorabversion oder einem anderen Programm: Diese Version übernimmt daraus nichts und lässt sie, wie sie ist. ' +
      'Nehmen Sie eine leere Datenbank, ohne DATABASE_URL ein leeres DATA_DIR, oder das Programm, zu dem sie gehört.'
    );
  if (/conflict with recovery/.test(message))
    return 'Die Replik hat das Lesen abgebrochen, um dem Primärserver zu folgen: Versuchen Sie es noch einmal, oder setzen Sie dort max_standby_streaming_delay herauf.';
  if (OCCUPIED.has(code))
    return (
      `${nameOf(databaseUrl)} gibt Tabellen nicht frei, weil andere sie zu lange benutzen (eine Sicherung, ein offenes psql?): ` +
      'Warten Sie, bis sie fertig sind, oder beenden Sie sie, und versuchen Sie es noch einmal. ' +
      'Was angefangen war, hat keine Wirkung gehabt und wird nachgeholt.'
    );
  const sentence =
    databaseUrl === null ? null : unreachable(code, message, new URL(databaseUrl), setting);
  return sentence ?? (isOutage(error) ? `${nameOf(databaseUrl)} ${brokenOff(code)}` : null);
}

function nameOf(databaseUrl: string | null): string {
  if (databaseUrl === null) return 'Das eingebaute Postgres';
  return `Der Postgres-Server ${new URL(databaseUrl).host || 'am Unix-Socket'}`;
}

function brokenOff(code: string): string {
  if (code === '53100') return 'hat keinen Speicherplatz mehr: Schaffen Sie welchen.';
  return 'ist mittendrin ausgefallen: Versuchen Sie es noch einmal. Was angefangen war, hat keine Wirkung gehabt und wird nachgeholt.';
}

function codeAndMessage(error: unknown): { code?: string; message: string } {
  // A host with several addresses fails once for each.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error
    ? { code: (first as NodeJS.ErrnoException).code, message: first.message }
    : { message: String(first) };
}

function unreachable(code: string, message: string, url: URL, setting: string): string | null {
  const server = nameOf(url.href);
  const correct = `oder berichtigen Sie ${setting}.`;
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || /^connect ENOENT /.test(message))
    return `${server} nimmt keine Verbindung an: Starten Sie ihn, ${correct}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `Den Rechner ${url.hostname} kennt das Netz nicht: Prüfen Sie die Namensauflösung, ${correct}`;
  if (['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code) || /timeout/i.test(message))
    return `${server} antwortet nicht: Prüfen Sie Netz und Firewall, ${correct}`;
  if (code === '28P01')
    return `${server} weist Benutzer oder Passwort ab: Berichtigen Sie ${setting} (Sonderzeichen im Passwort als %XX).`;
  if (/client password must be/.test(message))
    return `${server} verlangt ein Passwort: Schreiben Sie es in ${setting}, wie in postgres://user:password@host:5432/name (Sonderzeichen als %XX).`;
  if (code === '28000')
    return `${server} lässt diesen Benutzer von hier nicht zu: Prüfen Sie pg_hba.conf und ob er TLS verlangt (?sslmode=verify-full), ${correct}`;
  if (code === '3D000')
    return `Die Datenbank ${url.pathname.slice(1)} gibt es auf ${url.host} nicht: Legen Sie sie an (createdb), ${correct}`;
  if (code === '57P03' || code === '57P01')
    return `${server} startet oder beendet sich gerade: Versuchen Sie es gleich noch einmal.`;
  if (code === '53300')
    return `${server} hat keine freie Verbindung mehr: Erhöhen Sie max_connections, oder beenden Sie andere Programme.`;
  if (code === '42501')
    return `Der Benutzer aus ${setting} darf in der Datenbank keine Tabellen anlegen: Machen Sie ihn zu ihrem Eigentümer (alter database … owner to …), oder führen Sie npm run admin -- migrate mit DATABASE_OWNER_URL aus.`;
  if (code === '25006')
    return `${server} erlaubt nur Lesen (eine Replik?): Berichtigen Sie ${setting}.`;
  if (code === '42704' && /collation/.test(message))
    return `${server} kennt die deutsche Sortierung nicht: Es muss ein Postgres mit ICU sein.`;
  if (/SSL|certificate/i.test(`${code} ${message}`))
    return `${server} und dieses Programm werden sich über TLS nicht einig (${message}): Prüfen Sie sslmode in ${setting}.`;
  return null;
}
