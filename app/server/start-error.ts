/**
 * One German sentence for the operator that says what is wrong and what to do. The process ends
 * with code 1 (I2).
 */
export class StartError extends Error {}
