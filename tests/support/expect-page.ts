import { expect } from 'playwright/test';

/** Playwright's expectations, with patience for a machine that is busy with much else. */
export const expectPage = expect.configure({ timeout: 30_000 });
