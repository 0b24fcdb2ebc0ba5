import type { Handler, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '~/config.server';

/** What a browser can do and no screen of ours asks for. */
const UNUSED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];

/** Security headers for every answer: nothing runs here but our own files and scripts that carry the nonce. */
export function securityHeaders(config: Config): Handler {
  const nonce = (_request: unknown, response: unknown) => `'nonce-${(response as Response).locals.nonce}'`;
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
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
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // For browsers that do not know frame-ancestors.
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', UNUSED.map((feature) => `${feature}=()`).join(', '));
    // A club's pages are for its people (docs/decisions/0011).
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    protect(request, response, next);
  };
}
