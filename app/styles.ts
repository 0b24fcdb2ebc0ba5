import { createContext } from 'react';

/**
 * The style sheet's text while a page that inlines it is rendered; otherwise the page links to it
 * (docs/decisions/0028).
 */
export const StylesContext = createContext<string | undefined>(undefined);
