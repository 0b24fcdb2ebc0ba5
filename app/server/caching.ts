import type { Handler } from 'express';

/**
 * Forbids caching unless a response says otherwise: pages, data, redirects, calls and errors are
 * all about a person, or may be. Set as the head is written, as Remix' own redirects reach no code
 * of ours.
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
