import type { z } from 'zod';
import { nothing } from '~/kernel/fields';
import { loggedIn, operation } from '~/kernel/operation.server';
import { page } from './page.server';

type Access<Input extends z.ZodObject, Subject> = Pick<
  Parameters<typeof operation<Input, null, Subject>>[0],
  'input' | 'subject' | 'may'
>;

/**
 * The loader of a screen without data, such as a form for something new: it only turns away whoever
 * may not see it.
 */
export function guard<Input extends z.ZodObject, Subject>(access: Access<Input, Subject>) {
  return page(
    operation<Input, null, Subject>({ ...access, summary: 'Open a screen', read: () => null }),
  );
}

/** For what every logged-in user may see. */
export const guardLoggedIn = guard({ input: nothing, may: loggedIn });
