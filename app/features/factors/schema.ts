import { z } from 'zod';
import { requiredText } from '~/kernel/fields';
import { CODE_MISSING } from './wording';

/** A code as people type it: apps show it with a blank in the middle. */
const factorCode = requiredText(50, CODE_MISSING);

export const factorConfirmation = z.strictObject({ code: factorCode });
