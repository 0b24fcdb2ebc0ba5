/** The controls that people can type into or choose from. */
export const INPUTS = 'input:not([type=hidden]), select, textarea';
