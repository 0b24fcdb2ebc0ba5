import { render } from '@react-email/components';
import { type ComponentType, createElement } from 'react';
import { plainName } from './names';
import type { Mail } from './transport.server';

/**
 * What a mail says beside its own words. `appName` and `link` are ours; all else was typed by
 * someone.
 */
export type MailValues = Readonly<Record<string, string>> & {
  readonly appName: string;
  readonly link: string;
};

/** The words of a mail, around its values. */
export interface MailTemplate<Values extends MailValues> {
  subject(values: Values): string;
  readonly Body: ComponentType<Values>;
}

const OURS = new Set(['appName', 'link']);

/**
 * A value `email` is told to the owner of an account to the letter, unless a program could read it
 * as a web address.
 */
const COMMON_ADDRESS = /^[\w.+-]+@[\w.-]+$/;

/**
 * Writes a mail with an HTML and a plain-text part. Every value but our own reaches the template as
 * a plain name, so that none can forget it: whatever people call themselves, the link in a mail of
 * ours is ours.
 */
export async function renderMail<Values extends MailValues>(
  to: string,
  { subject, Body }: MailTemplate<Values>,
  given: Values,
): Promise<Mail> {
  const entries = Object.entries(given).map(([key, value]) => [
    key,
    OURS.has(key) || (key === 'email' && COMMON_ADDRESS.test(value)) ? value : plainName(value),
  ]);
  const values: Values = Object.fromEntries(entries);
  const body = createElement(Body, values);
  const [html, text] = await Promise.all([
    render(body),
    // The text part has each address once: of a link only what it says if that is the address
    // itself.
    render(body, {
      plainText: true,
      htmlToTextOptions: {
        wordwrap: 78,
        selectors: [{ selector: 'a', options: { ignoreHref: true } }],
      },
    }),
  ]);
  return { to, subject: subject(values), html: withoutGaps(html), text: withoutGaps(text) };
}

/**
 * React 18 leaves NULs where a character of several bytes would not fit the end of its buffer (2
 * KiB).
 */
const withoutGaps = (rendered: string) => rendered.replaceAll('\0', '');
