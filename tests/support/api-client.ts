import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

interface ClientRequest {
  readonly method: string;
  /** With parameters in braces, as in the document. */
  readonly path: string;
  /** The options for openapi-fetch: params, body, headers. */
  readonly init: object;
}

interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Generates types from the API's document, writes a program that sends these requests with
 * openapi-fetch, and compiles it under strict types.
 * @returns the program, which sends the requests in sequence
 * @throws Error with the compiler's messages if a request does not fit the document
 */
export async function generateClient(
  document: object,
  requests: readonly ClientRequest[],
): Promise<(origin: string) => Promise<ClientResponse[]>> {
  const cache = join(process.cwd(), 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'api-client-'));
  try {
    // A copy: the generator resolves references in place.
    const types = await openapiTS(structuredClone(document) as Parameters<typeof openapiTS>[0]);
    await writeFile(join(folder, 'schema.ts'), astToString(types));
    await writeFile(join(folder, 'client.ts'), program(requests));
    compile(join(folder, 'client.ts'));
    const { run } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'client.js')).href);
    return run;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function program(requests: readonly ClientRequest[]): string {
  const calls = requests.map(
    ({ method, path, init }) =>
      `  await client.${method}(${JSON.stringify(path)}, ${JSON.stringify(init)});`,
  );
  return `
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

export async function run(origin: string) {
  const responses: { status: number; headers: Headers; text: string }[] = [];
  const client = createClient<paths>({ baseUrl: origin });
  client.use({
    async onResponse({ response }) {
      responses.push({ status: response.status, headers: response.headers, text: await response.clone().text() });
    },
  });
${calls.join('\n')}
  return responses;
}
`;
}

function compile(file: string): void {
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    skipLibCheck: true,
  };
  const compiled = ts.createProgram([file], options);
  const { diagnostics } = compiled.emit();
  const faults = [...ts.getPreEmitDiagnostics(compiled), ...diagnostics];
  if (faults.length > 0) {
    const texts = faults.map(
      ({ code, messageText }) => `TS${code} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
    throw new Error(texts.join('\n'));
  }
}
