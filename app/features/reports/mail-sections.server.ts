import { sql } from 'kysely';
import { NO_ANSWER_YET, yesWords } from '~/features/events/wording';
import { topicTexts, wayTexts } from '~/features/notifications/wording';
import { kindTexts, withheldTexts } from '~/features/outbox/wording';
import { BLOCK, MAIL_DAYS, MESSAGE_MONTHS, REFUSAL_DAYS } from '~/retention';
import * as mails from './queries/mails.server';
import type { Whose } from './queries/whose.server';
import type { Field, Section } from './section.server';
import { BASES } from './wording';

/** What is stored about mails to and from people, and about their actions. */

const AUDIENCES = {
  coming: `${yesWords(true).given} oder ${yesWords(false).given.toLowerCase()}`,
  waiting: 'Warteliste',
  open: NO_ANSWER_YET,
  all: 'Alle',
  group: 'Gruppe',
};
const topics = Object.fromEntries(
  Object.entries(topicTexts).map(([topic, { label }]) => [topic, label]),
);

/** An entry of the log that only names somebody. */
const about = (whose: Whose) => ({ member: 'member' in whose ? whose.member : '' });
const days = ({ auditDays }: { auditDays: number }) => `${auditDays} Tage.`;
const ENTRY: readonly Field[] = [
  { key: 'action', label: 'Was' },
  { key: 'at', label: 'Wann', as: 'moment' },
];
const LOG_BASIS = `${BASES.interest}, Fehler und Missbrauch aufzuklären.`;

export const mailSections: readonly Section[] = [
  {
    name: 'notificationSettings',
    table: 'notification_settings',
    only: 'user',
    title: 'Einstellungen für E-Mails',
    purpose: 'Damit Sie nur bekommen, was Sie lesen möchten.',
    basis: BASES.account,
    origin: 'Von Ihnen. Steht hier nichts, gilt, was der Verein für alle eingestellt hat.',
    storage: 'Bis Sie den Verein verlassen oder Ihr Konto löschen.',
    user: 'user_uuid',
    also: { organization: 'organization_uuid' },
    newest: 'topic',
    fields: [
      { key: 'topic', label: 'Worüber', as: topics },
      { key: 'way', label: 'Wie', as: wayTexts },
      {
        key: 'former',
        label: 'Vor dem Abbestellen',
        as: { ...wayTexts, default: 'wie vom Verein eingestellt' },
      },
    ],
  },
  {
    name: 'groupMutes',
    table: 'group_mutes',
    only: 'user',
    title: 'Gruppen, von denen Sie nichts Neues hören möchten',
    purpose: 'Damit Sie nur bekommen, was Sie lesen möchten.',
    basis: BASES.account,
    origin: 'Von Ihnen.',
    storage: 'Bis Sie es zurücknehmen, den Verein verlassen oder der Verein die Gruppe löscht.',
    user: 'user_uuid',
    joins: sql`join groups g on g.uuid = t.group_uuid`,
    also: { organization: 'organization_uuid', group: 'group_uuid' },
    newest: 'mutedAt',
    fields: [
      { key: 'name', label: 'Gruppe', column: null, from: 'g.name' },
      { key: 'mutedAt', column: 'created_at', label: 'Abbestellt', as: 'moment' },
    ],
  },
  {
    name: 'notifications',
    table: 'notifications',
    title: 'E-Mails an Sie',
    purpose: 'Damit Sie erfahren, was sich ändert, und nichts doppelt bekommen.',
    origin: 'Entsteht, wenn im Verein etwas geschieht, was Sie angeht.',
    storage: `Bis ${MAIL_DAYS} Tage nach dem Versand. Der Text der E-Mail wird nicht aufbewahrt.`,
    user: 'user_uuid',
    joins: sql`left join events e on e.uuid = t.event_uuid left join polls p on p.uuid = t.poll_uuid
      left join messages x on x.uuid = t.message_uuid`,
    also: {
      organization: 'organization_uuid',
      event: 'event_uuid',
      poll: 'poll_uuid',
      message: 'message_uuid',
    },
    newest: 'dueAt',
    fields: [
      { key: 'kind', label: 'Anlass', as: kindTexts },
      {
        key: 'about',
        column: null,
        from: sql`coalesce(x.subject, p.name, e.name)`,
        label: 'Worum es geht',
      },
      { key: 'way', label: 'Wie', as: wayTexts },
      { key: 'dueAt', label: 'Vorgesehen', as: 'moment' },
      { key: 'sentAt', label: 'Erledigt', as: 'moment' },
      { key: 'withheld', label: 'Nicht verschickt', as: withheldTexts },
    ],
  },
  {
    name: 'mailFailures',
    table: 'mail_failures',
    title: 'E-Mails, die nicht ankamen',
    purpose: 'Damit an eine Adresse, die es nicht mehr gibt, nichts verschickt wird.',
    basis: `${BASES.interest}, dass auch alle anderen E-Mails ankommen.`,
    origin: 'Von dem Mailserver, der die E-Mail abgelehnt hat.',
    storage: `Bis wieder eine E-Mail ankommt, sonst ${REFUSAL_DAYS} Tage; eine gesperrte Adresse ${BLOCK.said}.`,
    rows: mails.mailFailuresOf,
    newest: 'lastAt',
    fields: [
      { key: 'code', label: 'Antwort des Mailservers' },
      { key: 'count', label: 'Ablehnungen' },
      { key: 'lastAt', label: 'Zuletzt', as: 'moment' },
      { key: 'blockedAt', label: 'Unzustellbar seit', as: 'moment' },
    ],
  },
  {
    name: 'messages',
    table: 'messages',
    title: 'Rundmails, die Sie geschrieben haben',
    purpose: 'Damit Mitglieder erfahren, was Sie ihnen mitteilen.',
    origin: 'Von Ihnen.',
    storage: `${MESSAGE_MONTHS} Monate.`,
    user: 'sender_uuid',
    also: { uuid: 'uuid', organization: 'organization_uuid', event: 'event_uuid' },
    newest: 'createdAt',
    fields: [
      { key: 'subject', label: 'Betreff' },
      { key: 'body', label: 'Text', own: true },
      { key: 'audience', label: 'An', as: AUDIENCES },
      { key: 'count', label: 'Empfänger' },
      { key: 'replies', label: 'Antworten an Sie', as: 'yesNo' },
      { key: 'createdAt', label: 'Geschrieben', as: 'moment' },
    ],
  },
  {
    name: 'auditLog',
    table: 'audit_log',
    title: 'Protokoll: was Sie getan haben',
    purpose: 'Damit nachvollziehbar ist, wer was geändert hat.',
    basis: LOG_BASIS,
    origin: 'Entsteht, wenn Sie etwas ändern.',
    storage: days,
    user: 'actor_uuid',
    also: { organization: 'organization_uuid' },
    newest: 'at',
    fields: ENTRY,
  },
  {
    name: 'auditAbout',
    table: 'audit_log',
    only: 'club',
    title: 'Protokoll: was andere mit Ihrem Eintrag getan haben',
    purpose: 'Damit nachvollziehbar ist, wer was geändert hat.',
    basis: LOG_BASIS,
    origin: 'Entsteht, wenn jemand im Verein etwas ändert, das Sie betrifft.',
    storage: days,
    rows: (db, whose) => mails.auditAbout(db, about(whose)),
    newest: 'at',
    fields: ENTRY,
  },
];
