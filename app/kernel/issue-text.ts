import type { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  string: 'ein Text',
  number: 'eine Zahl',
  int: 'eine ganze Zahl',
  boolean: 'true oder false',
  array: 'eine Liste',
  object: 'ein JSON-Objekt',
  record: 'ein JSON-Objekt',
  null: 'null',
};

/**
 * The default message of an issue, in German, where the schema has none of its own. The library's
 * texts name its types and are for programmers.
 */
export function issueText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Diese Angabe fehlt.';
      return `Erwartet wird ${KINDS[issue.expected] ?? 'etwas anderes'}.`;
    case 'too_big':
      return `Höchstens ${bound(issue.maximum, issue.origin)}.`;
    case 'too_small':
      return `Mindestens ${bound(issue.minimum, issue.origin)}.`;
    case 'not_multiple_of':
      return `Bitte ein Vielfaches von ${issue.divisor} angeben.`;
    case 'invalid_value':
      return `Möglich ist hier nur: ${issue.values.join(', ')}.`;
    case 'unrecognized_keys':
      return 'Dieses Feld gibt es hier nicht.';
    case 'invalid_key':
    case 'invalid_element':
      return 'Ein Eintrag ist ungültig.';
    case 'invalid_format':
    case 'invalid_union':
      return 'Diese Angabe hat nicht die erwartete Form.';
    default:
      return 'Diese Angabe ist ungültig.';
  }
}

function bound(limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${limit} Zeichen`;
  return ['array', 'set', 'map'].includes(origin) ? `${limit} Einträge` : String(limit);
}
