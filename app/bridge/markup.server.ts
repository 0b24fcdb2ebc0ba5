import { Fragment, type ReactElement, type ReactNode } from 'react';

/** Attributes that are there or not. */
const SWITCHES = new Set(['disabled', 'hidden', 'defaultChecked']);
const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr']);

/**
 * Elements as HTML, byte for byte as React's renderToStaticMarkup writes them, for rows: without
 * hooks, contexts and styles, of which it knows nothing, a hundred rows take a fraction of the time.
 * @throws for anything that it does not know
 */
export function markupOf(node: ReactNode): string {
  if (typeof node === 'string') return escaped(node);
  if (typeof node === 'number') return String(node);
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (Array.isArray(node)) {
    let all = '';
    for (const each of node) all += markupOf(each);
    return all;
  }
  const { type, props } = node as ReactElement;
  if (typeof type === 'string') return tagOf(type, props);
  if (type === Fragment) return markupOf(props.children);
  if (typeof type === 'function') return markupOf((type as (props: unknown) => ReactNode)(props));
  throw new Error('Rows are of plain elements and functions');
}

function tagOf(tag: string, props: Readonly<Record<string, unknown>>): string {
  let html = `<${tag}`;
  for (const name in props) {
    const value = props[name];
    if (name === 'children' || value === undefined || value === null) continue;
    if (typeof value === 'string') html += `${startOf(name)}${escaped(value)}"`;
    else if (typeof value === 'number') html += `${startOf(name)}${value}"`;
    else html += switched(name, value);
  }
  if (VOID.has(tag)) return `${html}/>`;
  return `${html}>${markupOf(props.children as ReactNode)}</${tag}>`;
}

/** How attributes begin, by what React calls them: rows have a few of them, a thousand times. */
const starts = new Map([
  ['className', ' class="'],
  ['colSpan', ' colSpan="'],
  ['formAction', ' formaction="'],
]);

function startOf(name: string): string {
  const known = starts.get(name);
  if (known) return known;
  if (SWITCHES.has(name) || /[A-Z]|^style$/.test(name)) throw unknown(name);
  const start = ` ${name}="`;
  starts.set(name, start);
  return start;
}

function switched(name: string, value: unknown): string {
  if (typeof value !== 'boolean') throw unknown(name);
  const written = name === 'defaultChecked' ? 'checked' : name;
  if (SWITCHES.has(name)) return value ? ` ${written}=""` : '';
  if (/^(aria|data)-/.test(name)) return `${startOf(name)}${value}"`;
  throw unknown(name);
}

const unknown = (name: string) => new Error(`Rows do not have '${name}'`);

const SPECIAL = /["&'<>]/;
const ENTITIES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/["&'<>]/g, (each) => ENTITIES[each] ?? each) : text;
}
