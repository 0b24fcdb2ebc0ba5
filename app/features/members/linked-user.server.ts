import type { LoaderFunctionArgs } from '@remix-run/node';
import { page } from '~/doors/page.server';
import { readMemberLink } from '~/features/invitations/operations/administration.server';

const read = page(readMemberLink);

/**
 * Loads the section 'Verknüpfter Benutzer' of a member's dialog (D3).
 * @returns null to hide the section: from everyone but admins, and if loading failed
 */
export async function linkedUser(args: LoaderFunctionArgs) {
  try {
    return await read(args);
  } catch (error) {
    // The door has logged a failure and turned it into a response.
    if (error instanceof Response) return null;
    throw error;
  }
}
