/** The screens of the second factor in 'Mein Konto' (T3, T4). */

export const factorPath = '/app/account/second-factor';
/** Shows the key to an authenticator app. */
export const setupPath = `${factorPath}/setup`;
/** Throws away a key that was not confirmed. */
export const discardPath = `${factorPath}/discard`;
export const recoveryCodesPath = `${factorPath}/recovery-codes`;
/** The dialog that switches it off. */
export const removalPath = `${factorPath}/removal`;
