import { createContext } from 'react';

/**
 * The Content-Security-Policy's nonce while a page is rendered; browsers hide it from scripts, so
 * not after.
 */
export const NonceContext = createContext<string | undefined>(undefined);

/**
 * The style sheet's text while a page that inlines it is rendered; otherwise the page links to it
 * (docs/decisions/0028).
 */
export const StylesContext = createContext<string | undefined>(undefined);
