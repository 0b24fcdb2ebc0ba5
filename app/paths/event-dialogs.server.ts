import { eventsPath, pageBehind } from './events';

interface ToDialog {
  readonly request: Request;
  readonly params: { readonly event?: string };
}

/** The screen behind a dialog about an event, for a request to it. */
export const eventBehind = ({ request, params }: ToDialog): string =>
  pageBehind(params.event ?? '', new URL(request.url));

/** Where the form of a dialog about an event leads, and where if the event is gone. */
export const backFromDialog = {
  next: (_done: unknown, args: ToDialog) => eventBehind(args),
  gone: eventsPath(),
};
