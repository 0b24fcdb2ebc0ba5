import { expect, it } from 'vitest';
import * as wire from '~/features/events/wire';
import { eventsPath } from '~/paths/events';

it('the two spellings of a new event must not contradict each other (G2)', () => {
  expect(() =>
    wire.newEventFromWire({ eventType: 'OPEN_EVENT', event_type: 'LIMITED_EVENT' }),
  ).toThrow();
});

it('the list behind a dialog keeps the position of its page and nothing else', () => {
  expect(eventsPath('?after=2030-01-01_x&_routes=y')).toBe('/app/events?after=2030-01-01_x');
  expect(eventsPath('?before=2030-01-01_x')).toBe('/app/events?before=2030-01-01_x');
  expect(eventsPath('?other=1')).toBe('/app/events');
  expect(eventsPath()).toBe('/app/events');
});
