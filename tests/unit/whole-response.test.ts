import { describe, expect, it } from 'vitest';
import { wholeBody, wholeResponse } from '~/doors/response-bodies.server';

describe('responses in one piece', () => {
  it('have a body like ordinary ones, the same each time it is read', async () => {
    const response = wholeResponse('{"name":"Müller"}', { status: 201 });
    expect(wholeBody(response)).toBe('{"name":"Müller"}');
    expect(response.body).toBe(response.body);
    const copy = new Response(response.body, response);
    expect(copy.status).toBe(201);
    expect(await copy.json()).toEqual({ name: 'Müller' });
  });

  it('may be empty', async () => {
    const { body } = wholeResponse('', {});
    expect(await new Response(body).text()).toBe('');
  });
});
