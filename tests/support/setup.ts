import { afterAll, vi } from 'vitest';
import { clearLeftovers } from './leftovers';

// The files of a worker share their modules, so a hook at the top of a module would run only once.
// Vitest runs this file before each test file.
afterAll(clearLeftovers);
afterAll(() => {
  // A failed test may not have reached its mockRestore, and modules are shared.
  vi.restoreAllMocks();
});
