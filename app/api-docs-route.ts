import type { LoaderFunctionArgs } from '@remix-run/node';
import swaggerUiStyles from 'swagger-ui-dist/swagger-ui.css?url';
import swaggerUiScript from 'swagger-ui-dist/swagger-ui-bundle.js?url';
import { problemDocument } from '~/doors/api.server';
import { allowed } from '~/doors/api-router';
import { methodNotAllowed } from '~/kernel/problem';

const METHODS = allowed(new Map([['GET', null]]));

/**
 * Swagger UI for the API's document (docs/api.md), from our own origin and under the same
 * strict Content-Security-Policy as every screen.
 */
export function loader({ context, request }: LoaderFunctionArgs) {
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { Allow: METHODS } });
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Vereinsheim</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${swaggerUiStyles}">
</head>
<body>
<main id="api"><p>The machine-readable document: <a href="/api/openapi.json">/api/openapi.json</a></p></main>
<script src="${swaggerUiScript}"></script>
<script nonce="${context.nonce}">
SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: 'none' });
</script>
</body>
</html>
`;
  return new Response(html, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

export const action = () => problemDocument(methodNotAllowed(METHODS));
