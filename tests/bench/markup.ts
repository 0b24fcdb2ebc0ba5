import { createElement, type ReactNode } from 'react';

/** Elements that have no end tag. */
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
]);

/**
 * The React elements of a page that React rendered: the same markup without any component, data or
 * router. What renderToString takes for it is the least that any React application would.
 * @param html well formed, as React writes it
 */
export function elementsOf(html: string): ReactNode {
  const stack: Array<{ tag: string; props: Record<string, unknown>; children: ReactNode[] }> = [
    { tag: 'root', props: {}, children: [] },
  ];
  const close = () => {
    const { tag, props, children } = stack.pop() ?? { tag: '', props: {}, children: [] };
    stack.at(-1)?.children.push(createElement(tag, props, ...children));
  };
  const token =
    /<!--.*?-->|<!doctype[^>]*>|<\/([\w-]+)>|<([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gis;
  for (let match = token.exec(html); match; match = token.exec(html)) {
    const [, closed, opened, attributes = '', , text] = match;
    if (text) stack.at(-1)?.children.push(decoded(text));
    if (closed) close();
    if (!opened) continue;
    const props = propsOf(attributes);
    if (opened === 'script' || opened === 'style' || opened === 'textarea') {
      const end = html.indexOf(`</${opened}>`, token.lastIndex);
      const inside = html.slice(token.lastIndex, end);
      token.lastIndex = end + opened.length + 3;
      const content =
        opened === 'textarea'
          ? { defaultValue: decoded(inside) }
          : { dangerouslySetInnerHTML: { __html: inside } };
      stack.at(-1)?.children.push(createElement(opened, { ...props, ...content }));
      continue;
    }
    stack.push({ tag: opened, props, children: [] });
    if (VOID.has(opened)) close();
  }
  return stack[0]?.children;
}

function propsOf(attributes: string): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const [, name = '', value] of attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) {
    // React takes a style as an object only; we have next to none.
    if (name !== 'style')
      props[name === 'class' ? 'className' : name] = value ? decoded(value) : true;
  }
  return props;
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
