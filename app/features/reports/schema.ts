import { z } from 'zod';
import { id } from '~/kernel/fields';

export const memberId = z.strictObject({ member: id });
