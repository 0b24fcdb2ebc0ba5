import { sql } from 'kysely';
import {
  genderTexts,
  type Field as MemberField,
  memberFields,
  recordParts,
} from '~/features/members/fields';
import { rhythmTexts } from '~/features/notifications/wording';
import { permissionLabels } from '~/kernel/permissions';
import { ABSENCE_DAYS, INVITATION_DAYS, NOTE_DAYS } from '~/retention';
import type { Field, Section } from './section.server';
import { BASES, SOMEBODY_ELSE } from './wording';

/** What clubs hold about their members and the linked users. */

const MEMBER_GOES = 'Bis Ihr Verein den Eintrag als Mitglied oder die Veranstaltung löscht.';
const NOTES_GO = `Notizen werden ${NOTE_DAYS} Tage nach dem Ende der Veranstaltung gelöscht.`;
const INVITATION_GOES = `die Einladung widerrufen wird oder ${INVITATION_DAYS} Tage um sind.`;
const BY_ANSWERING = 'Von Ihnen, oder von jemandem, der im Verein für Sie geantwortet hat.';

const EVENT: readonly Field[] = [
  { key: 'name', label: 'Veranstaltung', column: null, from: 'e.name' },
  { key: 'date', label: 'Tag', as: 'day', column: null, from: 'e.date' },
];
const OF_EVENT = {
  joins: sql`join events e on e.uuid = t.event_uuid`,
  also: { event: 'event_uuid', member: 'member_uuid' },
};
const NOTE: Field = { key: 'note', label: 'Notiz' };
const INVITATION: readonly Field[] = [
  { key: 'createdAt', label: 'Erstellt', as: 'moment' },
  { key: 'validThrough', label: 'Gültig bis', as: 'day' },
];
const ENTERED: Field = {
  key: 'enteredByOthers',
  column: null,
  // Who it was is somebody else's data; the fact that they entered it is not.
  from: sql`t.acted_by is not null`,
  label: 'Eingetragen von',
  // Else nothing, as it may have been somebody whose account was deleted.
  as: { true: SOMEBODY_ELSE, false: '' },
};

const formatOf = ({ type }: MemberField) =>
  type === 'day' ? type : type === 'gender' ? genderTexts : undefined;

export const clubSections: readonly Section[] = [
  {
    name: 'members',
    table: 'members',
    title: 'Eintrag als Mitglied',
    purpose:
      'Damit der Verein weiß, wer dazugehört und wie Sie zu erreichen sind, und Veranstaltungen planen kann.',
    origin: 'Vom Verein eingetragen, Kontaktdaten auch von Ihnen.',
    storage: 'Bis der Verein den Eintrag löscht, auch über das Ende eines Benutzerkontos hinaus.',
    member: 'uuid',
    also: { uuid: 'uuid', organization: 'organization_uuid' },
    newest: 'createdAt',
    fields: [
      ...Object.entries(memberFields).map(([key, field]) => ({
        key,
        column: field.column,
        label: field.label,
        as: formatOf(field),
      })),
      { key: 'released', label: 'Für alle Mitglieder freigegeben', as: recordParts },
      {
        key: 'formerNames',
        from: sql`array_remove(t.former_names, t.first_name || ' ' || t.last_name)`,
        label: 'Frühere Namen',
      },
      { key: 'createdAt', label: 'Eingetragen', as: 'moment' },
      { key: 'retentionHold', label: 'Bleibt aufbewahrt, weil' },
      { key: 'eraseOn', label: 'Wird gelöscht am', as: 'day' },
    ],
  },
  {
    name: 'organizations',
    table: 'organization_users',
    title: 'Zugang zum Verein',
    purpose: 'Damit Sie mit Ihrem Benutzerkonto sehen, was im Verein ansteht.',
    origin: 'Entsteht, wenn Sie eine Einladung annehmen oder einen Verein gründen.',
    storage: 'Bis Sie den Verein verlassen oder der Zugang entfernt wird.',
    user: 'user_uuid',
    joins: sql`join organizations o on o.uuid = t.organization_uuid`,
    also: { uuid: 'organization_uuid' },
    newest: 'joinedAt',
    fields: [
      { key: 'name', label: 'Verein', column: null, from: 'o.name' },
      { key: 'joinedAt', label: 'Seit', as: 'moment' },
      {
        key: 'digest',
        column: 'digest_rhythm',
        label: 'Sammel-E-Mails',
        as: rhythmTexts,
        own: true,
      },
      {
        key: 'shown',
        column: 'events_shown',
        label: 'Gezeigte Veranstaltungen',
        as: { all: 'Alle', mine: 'Meine' },
        own: true,
      },
    ],
  },
  {
    name: 'permissions',
    table: 'permissions',
    title: 'Berechtigungen',
    purpose: 'Damit nur die etwas ändern können, die das für den Verein tun.',
    origin: 'Von der Administration des Vereins vergeben.',
    storage: 'Bis sie entzogen werden oder der Zugang endet.',
    user: 'user_uuid',
    also: { organization: 'organization_uuid' },
    newest: 'grantedAt',
    fields: [
      { key: 'permission', label: 'Berechtigung', as: permissionLabels },
      { key: 'grantedAt', label: 'Erteilt', as: 'moment' },
    ],
  },
  {
    name: 'registrations',
    table: 'answers',
    title: 'Zusagen',
    purpose: 'Damit die, die eine Veranstaltung planen, wissen, wer kommt.',
    origin: BY_ANSWERING,
    storage: `${MEMBER_GOES} ${NOTES_GO}`,
    ...OF_EVENT,
    where: sql`t.answer = 'yes'`,
    newest: 'registeredAt',
    fields: [
      ...EVENT,
      { key: 'places', label: 'Plätze' },
      NOTE,
      ENTERED,
      { key: 'promotedAt', label: 'Nachgerückt', as: 'moment' },
      { key: 'registeredAt', column: 'created_at', label: 'Zugesagt', as: 'moment' },
    ],
  },
  {
    name: 'waitingLists',
    table: 'answers',
    title: 'Wartelisten',
    purpose: 'Damit Plätze der Reihe nach vergeben werden.',
    origin: BY_ANSWERING,
    storage: `${MEMBER_GOES} ${NOTES_GO}`,
    ...OF_EVENT,
    where: sql`t.answer = 'waiting'`,
    newest: 'joinedAt',
    fields: [
      ...EVENT,
      { key: 'places', label: 'Plätze' },
      NOTE,
      ENTERED,
      { key: 'joinedAt', column: 'created_at', label: 'Wartet seit', as: 'moment' },
    ],
  },
  {
    name: 'declines',
    table: 'answers',
    title: 'Absagen',
    purpose: 'Damit die, die eine Veranstaltung planen, nicht vergeblich fragen.',
    origin: `${BY_ANSWERING} Während einer Abwesenheit sagt das Programm für Sie ab.`,
    storage: `${MEMBER_GOES} ${NOTES_GO}`,
    ...OF_EVENT,
    where: sql`t.answer = 'no'`,
    newest: 'declinedAt',
    fields: [
      ...EVENT,
      NOTE,
      { key: 'absence', column: 'absence_uuid', label: 'Wegen Abwesenheit', as: 'yesNo' },
      ENTERED,
      { key: 'declinedAt', column: 'created_at', label: 'Abgesagt', as: 'moment' },
    ],
  },
  {
    name: 'absences',
    table: 'absences',
    title: 'Abwesenheiten',
    purpose: 'Damit das Programm in dieser Zeit für Sie absagt.',
    origin: 'Von Ihnen.',
    storage: `Bis ${ABSENCE_DAYS} Tage nach dem letzten Tag, oder bis Sie sie zurücknehmen.`,
    also: { uuid: 'uuid', member: 'member_uuid' },
    newest: 'from',
    fields: [
      { key: 'from', column: 'from_date', label: 'Von', as: 'day' },
      { key: 'until', column: 'until_date', label: 'Bis', as: 'day' },
      {
        key: 'eventsLeftOpen',
        column: 'left_open',
        label: 'Davon ausgenommene Veranstaltungen',
        as: 'count',
      },
      { key: 'createdAt', label: 'Eingetragen', as: 'moment' },
    ],
  },
  {
    name: 'groups',
    table: 'group_members',
    title: 'Gruppen',
    purpose: 'Damit Sie zu dem gefragt werden, was Ihre Gruppen angeht.',
    origin: 'Vom Verein eingetragen.',
    storage: 'Bis der Verein den Eintrag als Mitglied oder die Gruppe löscht.',
    joins: sql`join groups g on g.uuid = t.group_uuid`,
    also: { group: 'group_uuid', member: 'member_uuid' },
    newest: 'since',
    fields: [
      { key: 'name', label: 'Gruppe', column: null, from: 'g.name' },
      { key: 'leader', label: 'Leitung', as: 'yesNo' },
      { key: 'since', label: 'Seit', as: 'moment' },
      { key: 'until', label: 'Bis', as: 'moment' },
    ],
  },
  {
    name: 'seriesOptOuts',
    table: 'series_opt_outs',
    title: 'Serien, die Sie nicht betreffen',
    purpose: 'Damit Sie zu diesen Terminen nicht gefragt werden.',
    origin: 'Von Ihnen.',
    storage:
      'Bis Sie es zurücknehmen, oder der Verein die Serie oder den Eintrag als Mitglied löscht.',
    joins: sql`join series s on s.uuid = t.series_uuid`,
    also: { series: 'series_uuid', member: 'member_uuid' },
    newest: 'saidAt',
    fields: [
      { key: 'name', label: 'Serie', column: null, from: sql`s.template ->> 'name'` },
      { key: 'saidAt', column: 'created_at', label: 'Gesagt', as: 'moment' },
    ],
  },
  {
    name: 'participations',
    table: 'participations',
    title: 'Teilnahmen',
    purpose: 'Damit der Verein weiß, wer dabei war.',
    origin: 'Vom Verein eingetragen.',
    storage: MEMBER_GOES,
    ...OF_EVENT,
    newest: 'recordedAt',
    fields: [
      ...EVENT,
      { key: 'recordedAt', column: 'created_at', label: 'Eingetragen', as: 'moment' },
    ],
  },
  {
    name: 'pollAnswers',
    table: 'poll_answers',
    title: 'Antworten in Umfragen',
    purpose: 'Damit der Verein gemeinsam entscheiden kann.',
    origin: 'Von Ihnen.',
    storage:
      'Bis Sie die Antwort zurücknehmen, oder der Verein Umfrage, Veranstaltung oder Mitglied löscht.',
    joins: sql`join polls p on p.uuid = t.poll_uuid join poll_options o on o.uuid = t.option_uuid`,
    also: { poll: 'poll_uuid', member: 'member_uuid' },
    newest: 'answeredAt',
    fields: [
      { key: 'name', label: 'Umfrage', column: null, from: 'p.name' },
      { key: 'option', label: 'Antwort', column: null, from: 'o.name' },
      { key: 'answeredAt', column: 'created_at', label: 'Beantwortet', as: 'moment' },
    ],
  },
  {
    name: 'invitationsReceived',
    table: 'invitations',
    title: 'Offene Einladungen an Sie',
    purpose: 'Damit Sie Ihr Benutzerkonto mit dem Eintrag als Mitglied verknüpfen können.',
    origin: 'Von der Administration des Vereins erstellt.',
    storage: `Bis Sie antworten, ${INVITATION_GOES}`,
    also: { organization: 'organization_uuid', member: 'member_uuid' },
    newest: 'createdAt',
    fields: INVITATION,
  },
  {
    name: 'invitationsAccepted',
    table: 'accepted_invitations',
    title: 'Angenommene Einladungen',
    purpose: 'Damit ein schon benutzter Link sagen kann, dass Sie dazugehören.',
    origin: 'Entsteht, wenn Sie eine Einladung annehmen.',
    storage: 'Bis Sie den Verein verlassen oder der Zugang entfernt wird.',
    user: 'user_uuid',
    also: { organization: 'organization_uuid' },
    newest: 'acceptedAt',
    fields: [{ key: 'acceptedAt', label: 'Angenommen', as: 'moment' }],
  },
  {
    name: 'invitationsCreated',
    table: 'invitations',
    title: 'Einladungen, die Sie erstellt haben',
    purpose: 'Damit nachvollziehbar ist, wer Zugang bekommen sollte.',
    basis: `${BASES.interest}, Missbrauch zu erkennen.`,
    origin: 'Entsteht, wenn Sie jemanden einladen.',
    storage: `Bis die andere Person antwortet, ${INVITATION_GOES}`,
    user: 'created_by',
    also: { organization: 'organization_uuid', member: 'member_uuid' },
    newest: 'createdAt',
    fields: INVITATION,
  },
];
