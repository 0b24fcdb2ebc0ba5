import { convert, type FormatCallback, type HtmlToTextOptions } from 'html-to-text';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { TOLD } from './layout';
import { plainName, plainText } from './names';
import type { Mail } from './transport.server';

/** A value of a mail: a text, or a list of things that have values of their own. */
export type MailValue = string | readonly { readonly [name: string]: MailValue }[];

/** The variables of a mail. `appName` and `link` are ours; everything else is user input. */
type MailValues = { readonly [name: string]: MailValue } & {
  readonly appName: string;
  readonly link: string;
};

/** The wording of a mail, around its values. */
export interface MailTemplate<Values extends MailValues> {
  subject(values: Values): string;
  /** The sender's name, before the program's own address: TSV Neustadt über Vereinsheim. */
  sender?(values: Values): string;
  /** Names of values that only the program writes: days, times and links. */
  readonly own?: readonly string[];
  /** Maximum characters of values that are longer than a name; all others are cut to 60. */
  readonly lengths?: { readonly [name: string]: number };
  readonly Body: ComponentType<Values>;
}

/** A link and, on a separate line, its address. */
const writeTold: FormatCallback = (link, walk, text) => {
  text.openBlock({ leadingLineBreaks: 1 });
  walk(link.children, text);
  text.addInline(':', { noWordTransform: true });
  text.addLineBreak();
  text.addInline(link.attribs.href, { noWordTransform: true });
  text.closeBlock({ trailingLineBreaks: 1 });
};

const AS_TEXT: HtmlToTextOptions = {
  wordwrap: false,
  formatters: { [TOLD]: writeTold },
  selectors: [
    // Links next to their address would show it twice.
    { selector: 'a', options: { ignoreHref: true } },
    { selector: `a.${TOLD}`, format: TOLD },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: '.brand', format: 'skip' },
    // What Preview shows in the list of mails.
    { selector: '[data-skip-in-text=true]', format: 'skip' },
  ],
};

/** The spaces in '6. Dezember 2026', '18:00 bis 20:00 Uhr' and '1. Mannschaft', where no line of a narrow mail ends. */
const TOGETHER =
  /(?<=\d\.) (?=\p{Lu})|(?<=\d\. \p{Lu}\p{Ll}+) (?=\d{4}\b)|(?<=\d) (?=Uhr\b)|(?<=:\d\d) (?=bis \d)|(?<=\d bis) (?=\d)/gu;

/** With another one, some programs lay tables out by other rules. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

const OURS = new Set(['appName', 'link']);

/** The `email` of an account is shown unchanged, unless it could pass for a URL. */
const COMMON_ADDRESS = /^(?!www\.)[\w.+-]+@[\w.-]+$/i;

/**
 * Writes a mail with an HTML and a plain-text part. Every value but our own reaches the template as
 * a plain name, so that no template can forget it: all links in a mail are ours, whatever people
 * call themselves.
 */
export function renderMail<Values extends MailValues>(
  to: string,
  { subject, sender, own = [], lengths = {}, Body }: MailTemplate<Values>,
  given: Values,
): Mail {
  const ours = new Set<string>([...OURS, ...own]);
  const plain = (name: string, value: MailValue): MailValue => {
    if (typeof value !== 'string') return value.map(allPlain);
    if (ours.has(name) || (name === 'email' && COMMON_ADDRESS.test(value))) return value;
    const shown = lengths[name];
    return shown ? plainText(value, shown) : plainName(value);
  };
  const allPlain = <Given extends { readonly [name: string]: MailValue }>(values: Given): Given =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, plain(name, value)]),
    ) as Given;
  const values = allPlain(given);
  const html = renderToStaticMarkup(createElement(Body, values));
  return {
    to,
    sender: sender?.(values),
    subject: subject(values),
    html: DOCTYPE + html.replace(TOGETHER, '\u00A0'),
    text: convert(html, AS_TEXT),
  };
}
