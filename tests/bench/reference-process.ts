import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createElement, Fragment, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { componentsOf } from './components';
import { elementsOf } from './markup';

/**
 * The reference points, in a process like the server's: bare node:http sending canned responses,
 * which shows the cost of Node itself, and renderToString of nothing but a page's markup.
 */
type Task =
  | { do: 'serve'; path: string; headers: Record<string, string>; body: string }
  | {
      do: 'render';
      html: string;
      database: string;
      path: string;
      headers: Record<string, string>;
      seconds: number;
    };

const canned = new Map<string, { headers: Record<string, string>; body: Buffer }>();
const server = createServer((request, response) => {
  request.resume();
  const known = canned.get(request.url ?? '');
  response.writeHead(known ? 200 : 404, known?.headers).end(known?.body);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

process.on('message', async (task: Task) => {
  if (task.do === 'serve') {
    canned.set(task.path, { headers: task.headers, body: Buffer.from(task.body, 'base64') });
    process.send?.('serving');
    return;
  }
  const { html, database, path, headers, seconds } = task;
  const components = await componentsOf(database, path, headers);
  process.send?.({
    markup: renders(createElement(Fragment, null, elementsOf(html)), seconds),
    components: components && renders(components, seconds),
  });
});

/** @returns renderings per second, and the length of the result */
function renders(page: ReactElement, seconds: number): { perSecond: number; length: number } {
  const { length } = renderToString(page);
  const warm = performance.now() + 300;
  while (performance.now() < warm) renderToString(page);
  const started = performance.now();
  let count = 0;
  for (; performance.now() < started + seconds * 1000; count++) renderToString(page);
  return { perSecond: (count / (performance.now() - started)) * 1000, length };
}
