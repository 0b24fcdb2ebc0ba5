import type { Handler, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '~/config.server';

/** Security headers for every answer: nothing runs here but our own files and scripts that carry the nonce. */
export function securityHeaders(config: Config): Handler {
  const nonce = (_request: unknown, response: unknown) => `'nonce-${(response as Response).locals.nonce}'`;
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", nonce],
        styleSrc: ["'self'", nonce],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(config.secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Without the origin, form posts without JavaScript would arrive with 'Origin: null' and be refused.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    // A club's pages are for its people (docs/decisions/0011).
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    protect(request, response, next);
  };
}
