import { render } from '@react-email/components';
import { type ComponentType, createElement } from 'react';
import { plainName, plainText } from './names';
import type { Mail } from './transport.server';

/** The variables of a mail. `appName` and `link` are ours; people typed everything else. */
export type MailValues = Readonly<Record<string, string>> & {
  readonly appName: string;
  readonly link: string;
};

/** The wording of a mail, around its values. */
export interface MailTemplate<Values extends MailValues> {
  subject(values: Values): string;
  /** Whom it comes from, before the program's own address: „TSV Neustadt“ über Vereinsheim. */
  sender?(values: Values): string;
  /** Values that the program itself writes, and people cannot: days and times. */
  readonly own?: readonly (keyof Values & string)[];
  /** Characters of values that are more than a name; of all others 60 are shown. */
  readonly lengths?: { readonly [Name in keyof Values & string]?: number };
  readonly Body: ComponentType<Values>;
}

const OURS = new Set(['appName', 'link']);

/** The owner of an account reads their `email` to the letter, unless it could pass for a URL. */
const COMMON_ADDRESS = /^[\w.+-]+@[\w.-]+$/;

/**
 * Writes a mail with an HTML and a plain-text part. Every value but our own reaches the template as
 * a plain name, so that no template can forget to: the only link in a mail is ours, whatever people
 * call themselves.
 */
export async function renderMail<Values extends MailValues>(
  to: string,
  { subject, sender, own = [], lengths = {}, Body }: MailTemplate<Values>,
  given: Values,
): Promise<Mail> {
  const ours = new Set<string>([...OURS, ...own]);
  const entries = Object.entries(given).map(([key, value]) => {
    if (ours.has(key) || (key === 'email' && COMMON_ADDRESS.test(value))) return [key, value];
    const shown = lengths[key];
    return [key, shown ? plainText(value, shown) : plainName(value)];
  });
  const values: Values = Object.fromEntries(entries);
  const body = createElement(Body, values);
  const [html, text] = await Promise.all([
    render(body),
    // Links that show their address would name it twice.
    render(body, {
      plainText: true,
      htmlToTextOptions: {
        wordwrap: 78,
        selectors: [
          { selector: 'a', options: { ignoreHref: true } },
          { selector: 'h1', options: { uppercase: false } },
          { selector: '.brand', format: 'skip' },
        ],
      },
    }),
  ]);
  return {
    to,
    sender: sender?.(values),
    subject: subject(values),
    html: withoutGaps(html),
    text: withoutGaps(text),
  };
}

/** React 18 leaves NULs where a multi-byte character does not fit the end of its 2 KiB buffer. */
const withoutGaps = (rendered: string) => rendered.replaceAll('\0', '');
