import { createContext } from 'react';

/**
 * The Content-Security-Policy's nonce while a page is rendered; browsers hide it from scripts, so
 * not after.
 */
export const NonceContext = createContext<string | undefined>(undefined);
