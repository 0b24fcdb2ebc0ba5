import type { ActionFunctionArgs } from '@remix-run/node';
import { fileHeaders, orInText } from '~/doors/file.server';
import { longResponse } from '~/doors/long-response.server';
import { folded } from '~/kernel/folding.server';
import type { Column, Format } from './fields';
import type { MemberExport } from './operations.server';
import { columnLabels } from './wording';

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  vcard: 'text/vcard; charset=utf-8',
};
const ENDINGS: Readonly<Record<Format, string>> = { csv: 'csv', xlsx: 'xlsx', vcard: 'vcf' };

type Row = Readonly<Partial<Record<Exclude<Column, 'groups'>, string | null>>> & {
  readonly groups: readonly string[];
};

/** An export file of any length: CSV and vCards are written while they are sent. */
export async function exportFile(
  { format, columns, members }: MemberExport,
  { context }: ActionFunctionArgs,
): Promise<Response> {
  const { services, actor, ip, gone } = context;
  const headers = fileHeaders(TYPES[format], `mitglieder.${ENDINGS[format]}`);
  const user = (await actor)?.uuid ?? ip;
  const workbook = async () => {
    // All of it is in memory, so one at a time per user, too.
    const leave = await services.limits.enterList(user);
    try {
      const rows = [columns.map((column) => columnLabels[column])];
      for await (const piece of members.read())
        for (const member of piece) rows.push(columns.map((column) => textOf(member, column)));
      return new Response(Buffer.from(await services.tables.write(rows)), { headers });
    } finally {
      leave();
    }
  };
  const lines = async function* () {
    if (format === 'csv') yield `\ufeff${record(columns.map((column) => columnLabels[column]))}`;
    for await (const piece of members.read())
      yield piece
        .map((member) =>
          format === 'csv'
            ? record(columns.map((column) => textOf(member, column)))
            : card(member, columns),
        )
        .join('');
  };
  return orInText(context, () =>
    format === 'xlsx'
      ? workbook()
      : longResponse(lines, { gone, limits: services.limits, user }, headers),
  );
}

const textOf = (member: Row, column: Column): string =>
  column === 'groups' ? member.groups.map(inList).join(', ') : (member[column] ?? '');

/** A name that could be read as several, or has unusual spaces, is quoted, which an import understands. */
const inList = (name: string) =>
  /[,;"]|\s\s|[^\S ]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;

/** A record of CSV (RFC 4180), with semicolons, as German spreadsheets read it. */
export function record(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(';')}\r\n`;
}

/**
 * Text that a spreadsheet could take for a formula, as some also do with wide signs, gets an apostrophe,
 * which an import drops; so does text that looks as if it had got one.
 */
function cellOf(text: string): string {
  const harmless = /^('*[=+\-@＝＋－＠]|[\t\r])/.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A vCard 3.0 (RFC 2426), which old and new address books read. */
function card(member: Row, columns: readonly Column[]): string {
  const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
  const of = (column: Column) => (columns.includes(column) ? escaped(textOf(member, column)) : '');
  const [first, last] = [of('firstName'), of('lastName')];
  const optional = (name: string, value: string) => (value ? `${name}:${value}\r\n` : '');
  const address = [of('street'), of('city'), of('postalCode')];
  const lines = [
    'BEGIN:VCARD\r\nVERSION:3.0\r\n',
    `N:${last};${first};;;\r\nFN:${`${first} ${last}`.trim() || '?'}\r\n`,
    optional('EMAIL', of('email')),
    optional('TEL;TYPE=CELL', of('mobile')),
    optional('TEL;TYPE=HOME', of('phone')),
    address.some(Boolean) ? `ADR;TYPE=HOME:;;${address[0]};${address[1]};;${address[2]};\r\n` : '',
    optional('BDAY', of('birthday')),
    optional('CATEGORIES', columns.includes('groups') ? member.groups.map(escaped).join(',') : ''),
    'END:VCARD\r\n',
  ];
  return folded(lines.join(''));
}
