import type { TestResponse } from './browser';

const ENTITIES = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' };

/** What a piece of HTML stands for, like the value of an attribute; '' if there is none. */
export const unescaped = (html = ''): string =>
  html.replace(/&(quot|#x27|lt|gt|amp);/g, (_all, name: keyof typeof ENTITIES) => ENTITIES[name]);

/** The address of the first link on a page that contains this, or ''. */
export const linkWith = ({ text }: Pick<TestResponse, 'text'>, part: string): string =>
  [...text.matchAll(/<a [^>]*href="([^"]*)"/g)]
    .map(([, href]) => unescaped(href))
    .find((href) => href.includes(part)) ?? '';

/** The address of a page's link to the next or previous one, or ''. */
export function linkOn({ text }: Pick<TestResponse, 'text'>, rel: 'next' | 'prev'): string {
  const [link = ''] = new RegExp(`<a [^>]*rel="${rel}"[^>]*>`).exec(text) ?? [];
  return unescaped(/href="([^"]+)"/.exec(link)?.[1]);
}
