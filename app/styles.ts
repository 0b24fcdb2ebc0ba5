import { createContext } from 'react';

/**
 * The style sheet's text while a page is rendered that has it in itself; otherwise the page links to
 * it (docs/decisions/0028).
 */
export const StylesContext = createContext<string | undefined>(undefined);
