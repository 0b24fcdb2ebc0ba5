import type { Handler } from 'express';

/**
 * What says nothing about its caching is kept nowhere: pages, data requests, redirects, calls and
 * errors are all about a person, or may be. Said as the head is sent, since a redirect of Remix
 * reaches no code of ours.
 */
export function keepNothing(): Handler {
  return (_request, response, next) => {
    const writeHead = response.writeHead;
    response.writeHead = function (this: typeof response, ...given: unknown[]) {
      if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
      return Reflect.apply(writeHead, this, given);
    } as typeof writeHead;
    next();
  };
}
