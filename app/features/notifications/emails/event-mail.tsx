import { Fragment, type ReactNode } from 'react';
import type { Config } from '~/config.server';
import { weekdayToText } from '~/dates';
import {
  MailChoice,
  MailLayout,
  MailNote,
  MailOptOut,
  MailText,
  MailThing,
  MailWay,
} from '~/mail/layout';
import { shortened } from '~/mail/names';
import { type MailTemplate, renderMail } from '~/mail/render.server';
import { eventPagePath } from '~/paths/events';
import { whenOf } from '~/times';
import type { ChoiceValues, OptOut } from '../mail-links.server';
import type { NotificationForMail } from '../state.server';
import { forWhom, reasonOf } from '../wording-of-mails.server';

/** 'Di, 22.12.' */
const dayInFigures = (date: string) =>
  `${weekdayToText(date).slice(0, 2)}, ${Number(date.slice(8))}.${Number(date.slice(5, 7))}.`;

/** The values of every mail about an event; most are user input. */
export const eventValues = (now: NotificationForMail, optOut: OptOut, config: Config) => ({
  appName: config.appName,
  organization: now.organization,
  /** The receiver's first name, as chosen by them. */
  name: now.firstName,
  event: now.name,
  /** 'Samstag, 13. März 2027, 18:00 bis 20:00 Uhr'; a line for each of several dates. */
  when: whenOf(now),
  /** ' am Di, 22.12.': which date of a series it is about, for the subject; '' for any other event. */
  which: now.series ? ` am ${dayInFigures(now.date)}` : '',
  place: now.place,
  groups: forWhom(now),
  /** The receiver's involvement: 'angemeldet sind'. */
  why: reasonOf(now.kind, now),
  link: config.origin + eventPagePath(now.event),
  ...optOut,
});
export type EventMailValues = ReturnType<typeof eventValues>;

type Said = {
  /** The first sentence, in lower case as it follows the greeting. */
  says: ReactNode;
  preview: string;
  /** More about the event, below its name and time. */
  more?: ReactNode;
  button?: string;
  /** The answers, instead of the button. */
  choice?: ChoiceValues;
  /** What to do now, below the button. */
  next?: ReactNode;
  /** It does not take place. */
  off?: boolean;
};

/** The frame of a mail about an event: what happened, to which event, and the link to its page. */
function EventMail({ values, ...said }: Said & { values: EventMailValues }) {
  const { says, preview, more, button = 'Zur Veranstaltung', choice, next, off } = said;
  const { event, when, place, groups, why, link } = values;
  const answers = choice ? buttonsOf(choice) : [];
  return (
    <ClubMail values={values} preview={preview} why={`weil Sie ${why}.`}>
      <MailText>{says}</MailText>
      <MailThing name={event} off={off}>
        <MailLines lines={when} />
        <MailLines lines={place} />
        <MailGroups groups={groups} />
      </MailThing>
      {more}
      <MailChoice
        links={answers.length > 0 ? answers : [{ href: link, label: button }]}
        quiet={off}
      />
      {next && <MailText>{next}</MailText>}
      {answers.length > 0 && (
        <MailText>
          <MailWay href={link}>{button}</MailWay>
        </MailText>
      )}
    </ClubMail>
  );
}

type ClubMailProps = {
  values: Pick<EventMailValues, 'appName' | 'organization' | 'name' | 'unsubscribe' | 'settings'>;
  preview: string;
  /** Why it comes: 'weil Sie zu diesem Verein gehören.' */
  why: string;
  writer?: string;
  children: ReactNode;
};

/** The frame of a mail from a club. */
export function ClubMail({ values, preview, why, writer, children }: ClubMailProps) {
  const { appName, organization, name, ...optOut } = values;
  return (
    <MailLayout
      appName={appName}
      preview={preview}
      heading={`Hallo ${name},`}
      club={organization}
      writer={writer}
      foot={
        <>
          <MailNote>
            „{organization}“ schreibt Ihnen, {why}
          </MailNote>
          <MailOptOut {...optOut} />
        </>
      }
    >
      {children}
    </MailLayout>
  );
}

/** Lines below another; none for ''. */
export function MailLines({ lines }: { lines: string }) {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal.
      <Fragment key={at}>
        <br />
        {line}
      </Fragment>
    ));
}

/** The quiet line of whom an event is for (U3); none for everyone. */
export function MailGroups({ groups }: { groups: string }) {
  return groups && <MailLines lines={`Für: ${groups}`} />;
}

export const buttonsOf = ({ yes, yesLabel, no, noLabel }: ChoiceValues) =>
  [
    { href: yes, label: yesLabel },
    { href: no, label: noLabel },
  ].filter(({ href }) => href !== '');

/** A subject of less than 60 characters. */
export const SUBJECT = 59;

/** A subject that says what happened to what, and which of these; only what it happened to is cut. */
export const subjectOf = (what: string, thing: string, which = ''): string =>
  `${what}: ${shortened(thing, SUBJECT - [...what, ...which].length - 2)}${which}`;

/** A mail about events comes from their club. */
export const senderOf = ({ appName, organization }: { appName: string; organization: string }) =>
  `${organization} über ${appName}`;

/** Values of all these mails that the program itself writes. */
export const OWN = [
  'when',
  'which',
  'why',
  'unsubscribe',
  'settings',
  'yes',
  'yesLabel',
  'no',
  'noLabel',
];

/** Values of one kind of mail, in addition to those of all mails about events. */
export type More = Readonly<Record<string, string>>;

interface Frame<Values> extends Pick<MailTemplate<never>, 'own' | 'lengths'> {
  /** What happened, before the event's name; or all of it. */
  readonly subject: string | ((values: Values) => string);
}

/** Common to all these mails: sender, frame, and which values are ours. */
export function eventTemplate<Values extends EventMailValues>(
  { subject, own = [], lengths }: Frame<Values>,
  say: (values: Values) => Said,
): MailTemplate<Values> {
  return {
    sender: senderOf,
    subject: (values) =>
      typeof subject === 'string'
        ? subjectOf(subject, values.event, values.which)
        : subject(values),
    own: [...OWN, ...own],
    lengths: { event: 100, place: 200, groups: 200, ...lengths },
    Body: (values) => <EventMail values={values} {...say(values)} />,
  };
}

/** A kind of mail about one event. @param more its own values */
export function eventMail<Its extends More>(
  more: (now: NotificationForMail, config: Config) => Its,
  frame: Frame<EventMailValues & Its>,
  say: (values: EventMailValues & Its) => Said,
) {
  const template = eventTemplate(frame, say);
  return (values: EventMailValues, now: NotificationForMail, config: Config) =>
    renderMail(now.email, template, { ...values, ...more(now, config) });
}
