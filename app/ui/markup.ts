import { createContext, type ReactNode } from 'react';

/** Writes elements without hooks as HTML; only the server has it. */
export const MarkupContext = createContext<((elements: ReactNode) => string) | null>(null);
