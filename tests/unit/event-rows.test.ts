import { expect, it } from 'vitest';
import { type EventRow, packed, unpacked } from '~/features/events/list-view';

const plain: EventRow = {
  uuid: '11111111-1111-4111-8111-111111111111',
  name: 'Fest',
  date: '2027-03-27',
  past: false,
  registered: false,
  declined: false,
  joins: false,
  cancelled: false,
  begun: false,
  closed: false,
  signsUp: false,
  signsOff: false,
  afterLeaving: false,
  asks: false,
  series: false,
  others: false,
  today: false,
  tomorrow: false,
  led: false,
  polls: 0,
  unanswered: false,
  startTime: null,
  place: '',
  further: '',
  position: 0,
};

const full: EventRow = {
  ...plain,
  past: true,
  registered: true,
  cancelled: true,
  asks: true,
  unanswered: true,
  begun: true,
  closed: true,
  afterLeaving: true,
  led: true,
  others: true,
  today: true,
  tomorrow: true,
  signsOff: true,
  position: 7,
  polls: 3,
  max: 20,
  taken: 12,
  startTime: '18:30',
  place: 'Sportheim am Mühlbach',
};

it('rows arrive as they were sent, whatever they lack', () => {
  const rows = [
    plain,
    full,
    { ...plain, date: '2027-03-29', max: 0, taken: 0 },
    { ...plain, date: '2027-03-29', asks: true, taken: 5 },
    // Over the days of 23 and 25 hours, and backwards.
    { ...full, date: '2027-11-01' },
    { ...plain, date: '9999-12-31', place: 'Überall' },
    { ...plain, date: '1900-01-01' },
  ];
  expect(unpacked(packed(rows))).toEqual(rows);
  expect(unpacked(packed([]))).toEqual([]);
});
