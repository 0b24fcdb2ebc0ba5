import express from 'express';
import type { Config } from '~/config.server';
import { LIGHT } from '~/ui/colors';

/** The web app manifest, with the installation's name, for a phone's home screen. */
export function webAppManifest({ appName }: Config): express.Handler {
  const manifest = JSON.stringify({
    name: appName,
    short_name: appName,
    lang: 'de',
    id: '/app/',
    start_url: '/app/',
    scope: '/app/',
    display: 'minimal-ui',
    background_color: LIGHT.paper,
    theme_color: LIGHT.card,
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  });
  const router = express.Router();
  router.get('/app/manifest.webmanifest', (_request, response) => {
    response
      .set('Cache-Control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(manifest);
  });
  return router;
}
