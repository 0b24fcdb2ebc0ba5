import { describe, expect, it } from 'vitest';
import { eventsPath } from '~/features/events/paths';
import * as wire from '~/features/events/wire';

describe('the two spellings of an event (G2)', () => {
  it('the two spellings of an event become one (G2)', () => {
    const expected = { name: 'Fest', eventType: 'LIMITED_EVENT', maxParticipants: 3 };
    expect(
      wire.newEventFromWire({ name: 'Fest', event_type: 'LIMITED_EVENT', max_participants: 3 }),
    ).toEqual(expected);
    expect(
      wire.newEventFromWire({ name: 'Fest', eventType: 'LIMITED_EVENT', maxParticipants: 3 }),
    ).toEqual(expected);
    expect(
      wire.newEventFromWire({ ...expected, event_type: 'LIMITED_EVENT', max_participants: 3 }),
    ).toEqual(expected);
  });

  it('the two spellings of an event must not contradict each other in a new event (G2)', () => {
    expect(() =>
      wire.newEventFromWire({ eventType: 'OPEN_EVENT', event_type: 'LIMITED_EVENT' }),
    ).toThrow();
  });

  it('leave unknown fields for the schema to refuse', () => {
    expect(wire.newEventFromWire({ name: 'Fest', colour: 'red' })).toMatchObject({ colour: 'red' });
  });
});

describe("the list behind a dialog's address", () => {
  it('keeps the position of its page and nothing else', () => {
    expect(eventsPath('?after=2030-01-01_x&_routes=y')).toBe('/app/events?after=2030-01-01_x');
    expect(eventsPath('?before=2030-01-01_x')).toBe('/app/events?before=2030-01-01_x');
    expect(eventsPath('?other=1')).toBe('/app/events');
    expect(eventsPath()).toBe('/app/events');
  });
});
