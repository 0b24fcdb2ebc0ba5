import type { Config } from '~/config.server';

/** The address that an invited person opens. */
export function invitationLink({ origin }: Pick<Config, 'origin'>, code: string): string {
  return `${origin}/app/invite/${code}`;
}
