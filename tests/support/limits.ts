import { expect } from 'vitest';
import type { TestApp } from './app';
import type { TestResponse } from './browser';

/** A refusal that asks to wait, for so many seconds at most. */
export function expectWait({ status, headers }: TestResponse, atMost: number) {
  expect(status).toBe(429);
  const seconds = Number(headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(atMost);
}

/** Lets time pass for limits, by moving the last try of every counter into the past. */
export async function triesAgo({ db }: TestApp, seconds: number): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set(({ eb }) => ({ expire: eb('expire', '-', seconds * 1000) }))
    .execute();
}
