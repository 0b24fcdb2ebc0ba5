import { z } from 'zod';
import { id, optionalText, requiredText } from '~/kernel/fields';

export const organizationName = requiredText(200, 'Bitte einen Namen eingeben.');

export const organizationId = z.strictObject({ organization: id });
export const founding = z.strictObject({ name: organizationName });
export const messageOfTheDay = z.strictObject({ organization: id, motd: optionalText(10_000) });
