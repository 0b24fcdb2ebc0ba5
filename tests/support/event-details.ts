import { textsOf } from '~/features/events/fields';

/** All details of an event, as calls and forms have them: a new field is added here, unless it is a line of text, … */

/** … which has this value in each. */
const lines = (of: (name: string) => string) =>
  Object.fromEntries(textsOf('line').map((name) => [name, of(name)]));
const spaced = (name: string) => `Wert  von ${name}`;

/** An event with all details that a call may give. */
export const details = {
  startTime: '18:00',
  endTime: '01:30',
  endDate: '2030-06-02',
  ...lines((name) => `Wert von ${name}`),
  description: 'Bitte Turnschuhe mitbringen.\n\nBei Regen in der Halle.',
  signUpUntil: '2030-05-31T18:00:00.000Z',
  signOffUntil: '2030-06-01T10:30:00.000Z',
  asksAnswer: false,
  companions: 3,
  comingVisible: 'members',
  waitingList: false,
  promotionHours: 48,
};

/** And one without any. */
export const none = {
  groups: [],
  startTime: null,
  endTime: null,
  endDate: null,
  ...lines(() => ''),
  description: '',
  signUpUntil: null,
  signOffUntil: null,
  asksAnswer: false,
  companions: 0,
  comingVisible: 'registered',
  waitingList: true,
  promotionHours: 24,
};

/** All of them as people type them. */
export const typed = {
  startTime: '18',
  endTime: '1.30 Uhr',
  endDate: '2.6.2030',
  ...lines((name) => ` ${spaced(name)} `),
  description: 'Bitte Turnschuhe mitbringen.\r\n\r\nBei Regen in der Halle.',
  'signUpUntil.day': '31. Mai 2030',
  'signUpUntil.time': '2000',
  'signOffUntil.day': '2030-06-01',
  'signOffUntil.time': '12:30',
  asksAnswer: 'yes',
  companions: '3',
  comingVisible: 'members',
  waitingList: 'no',
  promotionHours: '48',
};

/** As they are stored then. */
export const stored = {
  startTime: '18:00',
  endTime: '01:30',
  endDate: '2030-06-02',
  ...lines(spaced),
  signUpUntil: '2030-05-31T18:00:00.000Z',
  signOffUntil: '2030-06-01T10:30:00.000Z',
  asksAnswer: true,
  companions: 3,
  comingVisible: 'members',
  waitingList: false,
  promotionHours: 48,
};

/** And as the form for a copy shows them, but for the description. */
export const copied = {
  startTime: '18:00',
  endTime: '01:30',
  endDate: '',
  ...lines(spaced),
  'signUpUntil.day': '',
  'signUpUntil.time': '',
  'signOffUntil.day': '',
  'signOffUntil.time': '',
  companions: '3',
  comingVisible: 'members',
  waitingList: 'no',
  promotionHours: '48',
};
