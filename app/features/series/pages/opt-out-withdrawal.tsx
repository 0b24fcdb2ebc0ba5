import { form } from '~/doors/form.server';
import { eventsPath } from '~/paths/events';
import { behindOptOut } from '~/paths/series';
import { withdrawOptOut } from '../operations/opting-out.server';
import { messages } from '../wording';

/** 'Doch, wieder fragen' posts here, as in opt-out.tsx. */
export const action = form(withdrawOptOut, {
  success: messages.optOutWithdrawn,
  failure: messages.optOutWithdrawFailed,
  next: (_done, args) => behindOptOut(args),
  gone: eventsPath(),
  standsOn: behindOptOut,
});

export { default, loader } from './opt-out';
