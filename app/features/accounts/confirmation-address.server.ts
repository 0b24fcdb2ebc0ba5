import type { Config } from '~/config.server';
import { openFor, sealFor } from '~/kernel/seal.server';
import { confirmationPath } from '~/paths/accounts';

/** The address that was just registered, for its next step: sealed, as it is part of that page's own. */

const PURPOSE = 'address to confirm';

export const confirmationOf = (email: string, config: Config): string =>
  `${confirmationPath}?to=${sealFor(PURPOSE, email, config)}`;

/** @returns '' if the page has none */
export const addressToConfirm = (page: URLSearchParams, config: Config): string =>
  openFor(PURPOSE, page.get('to') ?? '', config) ?? '';
