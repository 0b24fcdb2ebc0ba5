import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import type { TestApp } from './app';
import { methodOf } from './requests';

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses: Record<string, Documented> }>>>
  >;
}
type Documented = { $ref?: string; content?: Record<string, unknown> };

/** The parts of a response that the document describes. */
interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Checks responses against the API's own document. */
export interface Contract {
  readonly document: Document;
  /** Fails unless the document has this status for the call, with this type and content. */
  check(call: string, response: Received, about?: string): void;
  statuses(call: string): number[];
}

/** Reads the document from the running application. */
export async function contractOf(app: TestApp): Promise<Contract> {
  const document = (await app.visitor().get('/api/openapi.json')).json as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', ...document });
  // Cached, as compiling takes longer than a request, and there are few schemas.
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` });
    compiled.set(pointer, known);
    return known;
  };

  function responsesOf(call: string) {
    const [, path = ''] = call.split(' ');
    const template = `/api${path.replace(/:(\w+)/g, '{$1}')}`;
    const method = methodOf(call).toLowerCase();
    const responses = document.paths[template]?.[method]?.responses;
    if (!responses) throw new Error(`the document does not know ${call}`);
    return { responses, at: ['paths', template, method, 'responses'] };
  }

  return {
    document,
    statuses: (call) => Object.keys(responsesOf(call).responses).map(Number),
    check(call, { status, headers, text }, about = '') {
      const what = `${call} ${about} ${text.slice(0, 500)}`;
      const { responses, at } = responsesOf(call);
      expect(Object.keys(responses).map(Number), what).toContain(status);
      const response = responses[status] ?? {};
      const place = response.$ref?.slice(2).split('/') ?? [...at, String(status)];
      if (!response.$ref && !response.content) return expect(text, what).toBe('');
      const type = status >= 400 ? 'application/problem+json' : 'application/json';
      expect(headers.get('Content-Type')?.split(';')[0], what).toBe(type);
      const pointer = [...place, 'content', type, 'schema']
        .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const valid = validatorOf(pointer);
      valid(JSON.parse(text));
      expect(valid.errors ?? [], what).toEqual([]);
    },
  };
}
