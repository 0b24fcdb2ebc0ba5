import { afterAll } from 'vitest';
import { clearLeftovers } from './leftovers';

// Files share their modules, so a hook at the top of one of those would only run once. Vitest runs
// this file before each test file.
afterAll(clearLeftovers);
