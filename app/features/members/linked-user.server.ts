import type { LoaderFunctionArgs } from '@remix-run/node';
import { page } from '~/doors/page.server';
import { readMemberLink } from '~/features/invitations/operations/administration.server';

const read = page(readMemberLink);

/**
 * What the section 'Verknüpfter Benutzer' of a member's dialog shows (D3).
 * @returns null where the section is hidden: for who is no admin, or if it cannot be loaded
 */
export async function linkedUser(args: LoaderFunctionArgs) {
  try {
    return await read(args);
  } catch (error) {
    // What failed is in the log by now, and an answer made of it.
    if (error instanceof Response) return null;
    throw error;
  }
}
