import { simpleParser } from 'mailparser';
import { unescaped } from './html';

/**
 * The links that a mail program detects in a text, as mailparser does (linkify-it, all top-level
 * domains).
 */
export async function linksIn(text: string): Promise<string[]> {
  const body = Buffer.from(text).toString('base64');
  const { textAsHtml = '' } = await simpleParser(
    `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}`,
  );
  return [...textAsHtml.matchAll(/href="([^"]*)"/g)].map(([, href]) => unescaped(href));
}

/**
 * Anything in a text that some mail program could turn into a link: stricter than any of them, with
 * known habits of Gmail, Outlook (shares) and Apple Mail (telephone numbers) besides linkify-it.
 */
export function linkLike(text: string): string[] {
  const dots = '.\\u3002\\uff0e\\uff61\\ufe52\\u2024';
  const shapes = [
    new RegExp(`[\\p{L}\\p{N}\\p{M}_-][${dots}](?=[\\p{L}\\p{N}\\p{M}_%\\p{Cf}])`, 'gu'),
    /:(?=[^\s\d])|\p{L}:(?=\d)|[:/]\s?\/\/|^\/\/|\\/gu,
    /\S@|@\S/gu,
    /\p{Nd}(?:[^\p{L}\p{Nd}·]{0,3}\p{Nd}){5,}/gu,
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
  ];
  return shapes.flatMap((shape) => text.match(shape) ?? []);
}

/** What an HTML mail would load when opened: in ours, only its own parts (N16). */
export function loadedBy(html: string): string[] {
  const shapes = [
    /\s(?:src|srcset|background|poster)="(?!cid:)[^"]*"/g,
    /url\([^)]*\)|<link\b[^>]*>|@import[^;]*|<(?:iframe|script|object|embed)\b/gi,
  ];
  return shapes.flatMap((shape) => html.match(shape) ?? []);
}

/** The text of an HTML mail, block by block, including the hidden preview. */
export function shown(html: string): string {
  return unescaped(
    html
      .replace(/<head>.*?<\/head>|<style.*?<\/style>/gs, '')
      .replace(/<!--.*?-->/gs, '')
      // react-email pads the preview, so that mail programs do not append the body.
      .replace(/<div>[\s\p{Cf}]*<\/div>/gu, '')
      .replace(/<(?:p|h1|div|td|a|br|hr|table)\b[^>]*>/g, '\n')
      .replace(/<[^>]+>/g, ''),
  );
}
