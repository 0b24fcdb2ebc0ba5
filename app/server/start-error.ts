/** A German sentence that tells the operator what to fix. The process ends with code 1 (I2). */
export class StartError extends Error {}
