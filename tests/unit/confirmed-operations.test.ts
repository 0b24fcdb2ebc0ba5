import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Operation } from '~/kernel/operation';
import { CONFIRMED_OPERATIONS } from '../support/confirmed-operations';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'perform' in value && 'confirms' in value;

it('what asks again who is there is what the table says, and nothing else (T2)', async () => {
  const files = readdirSync('app/features', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[^/]+\/operations(\/[^/]+)?\.server\.ts$/.test(file),
  );
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ join(process.cwd(), 'app/features', file))),
  );
  const operations = modules.flatMap((module) => Object.values(module)).filter(isOperation);
  expect(operations.length).toBeGreaterThan(150);
  const marked = operations.filter(({ confirms }) => confirms !== null);
  const found = Object.fromEntries(marked.map(({ summary, confirms }) => [summary, confirms]));
  expect(found).toEqual(CONFIRMED_OPERATIONS);
  // Two of the same summary would hide each other.
  expect(new Set(marked.map(({ summary }) => summary)).size).toBe(new Set(marked).size);
});
