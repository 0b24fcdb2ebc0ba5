import { expect } from 'playwright/test';

/** Playwright's expectations with a timeout for busy machines. */
export const expectPage = expect.configure({ timeout: 30_000 });
