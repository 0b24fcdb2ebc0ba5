import type { EntryContext } from '@remix-run/node';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * Renders a page to completion: in one piece it compresses faster and smaller than as a stream
 * (docs/decisions/0028).
 * @param page the document, with a RemixServer in it
 */
export async function pageHtml(page: ReactElement, remix: EntryContext): Promise<string> {
  await readData(remix);
  return `<!DOCTYPE html>${renderToString(page)}`;
}

/**
 * Reads the data for the page's script before rendering, and puts it where Remix keeps what it has
 * read. Otherwise Remix reads its stream while rendering, and leaves a Suspense boundary in the
 * page for each piece; now nothing in the page waits.
 */
async function readData({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return;
  const reader = serverHandoffStream.getReader();
  const chunks: Uint8Array[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read())
    chunks.push(read.value);
  // Remix gets its own reader, and never reads from it.
  reader.releaseLock();
  const value = Buffer.concat(chunks).toString();
  renderMeta.streamCache = {
    0: Object.assign(Promise.resolve(), { result: { done: true, value } }),
  };
}
