import { NO_ANSWER_YET, yesWords } from '~/features/events/wording';
import { counted } from '~/numbers';
import { ANSWER_GROUPS, type AnswerGroup, type Audience, type Offered } from './fields';

/** German texts about messages to many, and their notifications. */

export const TO_EVERYBODY = 'Rundmail an alle';
export const UNREACHED = 'Ohne Zugang';

/** The audiences, as the form names them; a group has its own name. */
const audienceTexts = (asksAnswer: boolean): Readonly<Record<AnswerGroup | 'all', string>> => ({
  coming: yesWords(asksAnswer).given,
  waiting: 'Warteliste',
  open: NO_ANSWER_YET,
  all: 'Alle Mitglieder des Vereins',
});

interface Reached {
  readonly name: Audience[0];
  readonly reached: number;
  readonly unreached: number;
  readonly own: boolean;
}

interface Target {
  readonly event: { readonly asksAnswer: boolean } | null;
  readonly group: { readonly name: string } | null;
}

export const offered = ({ name, ...reach }: Reached, { event, group }: Target): Offered => ({
  name,
  label:
    name === 'group' ? `Alle in ${group?.name}` : audienceTexts(event?.asksAnswer ?? true)[name],
  hint: reachInWords(reach),
  isReached: reach.reached > 0,
});

/** '7 Personen außer Ihnen: 2 bekommen sie, 5 haben keinen Zugang.': the preview counts the same. */
function reachInWords({ reached, unreached, own }: Omit<Reached, 'name'>): string {
  const all = reached + unreached;
  if (all === 0) return own ? 'Zurzeit nur Sie selbst' : 'Zurzeit niemand';
  const who = own ? `${personsCounted(all)} außer Ihnen` : personsCounted(all);
  if (unreached === 0) return who;
  if (reached > 0) {
    return `${who}: ${counted(reached, 'bekommt', 'bekommen')} sie, ${withoutAccess(unreached)}`;
  }
  return `${who}, ${all === 1 ? 'ohne' : 'alle ohne'} Zugang`;
}

export const REACHES_NOBODY = 'Zurzeit kann hier niemand eine Rundmail lesen.';

const clauses = (asksAnswer: boolean): Readonly<Record<AnswerGroup, string>> => ({
  coming: yesWords(asksAnswer).who,
  waiting: 'auf der Warteliste stehen',
  open: 'noch nicht geantwortet haben',
});

interface Sent {
  readonly audience: readonly string[];
  /** Of its event; null without one, or if it is deleted. */
  readonly asksAnswer: boolean | null;
}

/** 'alle Mitglieder', 'alle in Damen', 'alle, die zugesagt haben oder auf der Warteliste stehen', for use after 'an'. */
export function audienceInWords({ audience, asksAnswer }: Sent): string {
  if (audience[0] === 'group') return `alle in ${audience[1]}`;
  const clause = clauses(asksAnswer ?? true);
  const groups = ANSWER_GROUPS.filter((group) => audience.includes(group)).map(
    (group) => clause[group],
  );
  const last = groups.pop();
  if (!last) return 'alle Mitglieder';
  return `alle, die ${groups.length > 0 ? `${groups.join(', ')} oder ` : ''}${last}`;
}

export const personsCounted = (count: number): string => counted(count, 'Person', 'Personen');

/** How many members no mail reaches; '' for none. */
export const withoutAccess = (unreached: number): string =>
  unreached === 0 ? '' : `${counted(unreached, 'hat', 'haben')} keinen Zugang.`;

export const onlyReadHere = (count: number): string =>
  `${counted(count, 'davon bekommt', 'davon bekommen')} keine E-Mail und ${count === 1 ? 'liest' : 'lesen'} sie nur hier.`;

export const GROUP_MAIL_OFF =
  'Rundmails sind auf diesem Server abgeschaltet. Das entscheidet, wer ihn betreibt.';
export const NO_GROUP = 'Bitte auswählen, an wen die Rundmail geht.';
export const NO_ANSWERS = `Diese Veranstaltung fragt nicht nach Antworten: „${NO_ANSWER_YET}“ wären alle Mitglieder.`;
export const ONLY_WITH_EVENT = 'Gruppen gibt es nur bei einer Veranstaltung.';
export const NO_RECEIVER = 'Von ihnen kann das niemand lesen: Keiner hat ein Konto.';
export const NOBODY_THERE = 'Dort ist zurzeit niemand.';
export const SENT_ALREADY = 'Genau diese Rundmail haben Sie eben schon geschickt.';

/** How many more can be sent today; '' without a limit. */
export function leftToday(left: number): string {
  if (left > 100) return '';
  if (left === 0) return 'Danach ist für heute Schluss.';
  return `Danach können Sie heute noch ${counted(left, 'Rundmail', 'Rundmails')} schicken.`;
}

/** Notifications; 'own' as for events. */
export const messages = {
  messageSent: ({ count, quiet }: { count: number; quiet: string | null }) => ({
    title: quiet
      ? `Die Rundmail an ${personsCounted(count)} geht ab ${quiet} Uhr hinaus.`
      : `Rundmail an ${personsCounted(count)} geschickt.`,
  }), // own
  messageSendFailed: { title: 'Rundmail', message: 'Die Rundmail wurde nicht geschickt.' }, // own
  messageLoadFailed: { title: 'Rundmail', message: 'Fehler beim Laden der Rundmail.' }, // own
  messagesLoadFailed: { title: 'Rundmails', message: 'Fehler beim Laden der Rundmails.' }, // own
} as const;
