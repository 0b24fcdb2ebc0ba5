import type { Handler, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '~/config.server';

/** Features of browsers that none of our screens uses. */
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

const PERMISSIONS = UNUSED.map((feature) => `${feature}=()`).join(', ');
/** A club's pages are for its people (docs/decisions/0021). */
const ROBOTS = 'noindex, nofollow';
/** A stricter policy would make form posts without JavaScript arrive with 'Origin: null'. */
const REFERRER_POLICY = 'strict-origin-when-cross-origin';
const HSTS_SECONDS = 31_536_000;

/** For what loads nothing. */
export const STRICT_POLICY =
  "default-src 'none';object-src 'none';form-action 'none';base-uri 'none';frame-ancestors 'none'";

/**
 * The security headers of a response without script and style, for the listener's own responses,
 * which have no request to set the others on.
 */
export function constantHeaders(secure: boolean): Record<string, string> {
  return {
    'Content-Security-Policy': STRICT_POLICY,
    'Permissions-Policy': PERMISSIONS,
    'X-Robots-Tag': ROBOTS,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': REFERRER_POLICY,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    ...(secure
      ? { 'Strict-Transport-Security': `max-age=${HSTS_SECONDS}; includeSubDomains` }
      : {}),
  };
}

/** Security headers for every response: only our own files and scripts with the nonce may run. */
export function securityHeaders(config: Config): Handler {
  const nonce = (_request: unknown, response: unknown) =>
    `'nonce-${(response as Response).locals.nonce}'`;
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
    referrerPolicy: { policy: REFERRER_POLICY },
    strictTransportSecurity: config.secure
      ? { maxAge: HSTS_SECONDS, includeSubDomains: true }
      : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // For browsers that do not know frame-ancestors.
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS);
    response.setHeader('X-Robots-Tag', ROBOTS);
    protect(request, response, next);
  };
}
