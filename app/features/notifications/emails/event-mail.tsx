import { Fragment, type ReactNode } from 'react';
import { MailLayout, MailLink, MailNote, MailText } from '~/mail/layout';
import { shortened } from '~/mail/names';
import type { MailTemplate } from '~/mail/render.server';

/** What every mail about an event says; people typed all of it but `when`, `why` and `link`. */
export type EventMailValues = {
  appName: string;
  organization: string;
  /** The first name that the receiver chose. */
  name: string;
  event: string;
  /** 'Samstag, 13. März 2027, 18:00 bis 20:00 Uhr'; a line for each of several dates. */
  when: string;
  place: string;
  /** What the receiver has to do with it: 'angemeldet sind'. */
  why: string;
  link: string;
};

type EventMailProps = {
  values: EventMailValues;
  /** The first sentence, in lower case as it follows the greeting. */
  says: ReactNode;
  preview: string;
  /** More about the event, below its name and time. */
  more?: ReactNode;
  button?: string;
  /** What to do now, below the button. */
  children?: ReactNode;
};

/** The frame of a mail about an event: what happened, to which event, and the way to its page. */
export function EventMail(props: EventMailProps) {
  const { values, says, preview, more, button = 'Zur Veranstaltung', children } = props;
  const { appName, organization, name, event, when, place, why, link } = values;
  return (
    <MailLayout appName={appName} preview={preview} heading={`Hallo ${name},`}>
      <MailText>{says}</MailText>
      <MailText>
        <strong>{event}</strong>
        {when.split('\n').map((line) => (
          <Fragment key={line}>
            <br />
            {line}
          </Fragment>
        ))}
        {place && (
          <>
            <br />
            {place}
          </>
        )}
      </MailText>
      {more}
      <MailLink href={link}>{button}</MailLink>
      {children && <MailText>{children}</MailText>}
      <MailNote>
        „{organization}“ schreibt Ihnen, weil Sie {why}.
      </MailNote>
    </MailLayout>
  );
}

/** A subject of less than 60 characters. */
export const SUBJECT = 59;

/** What all of these mails have in common: sender, subject, and which values are whose. */
export function eventMail<Values extends EventMailValues>(
  { subject, own = [] }: { subject: string; own?: MailTemplate<Values>['own'] },
  Body: MailTemplate<Values>['Body'],
): MailTemplate<Values> {
  return {
    sender: ({ appName, organization }) => `„${organization}“ über ${appName}`,
    subject: ({ event }) => `${subject}: ${shortened(event, SUBJECT - subject.length - 2)}`,
    own: ['when', 'why', ...own],
    lengths: { event: 100, place: 200 } as MailTemplate<Values>['lengths'],
    Body,
  };
}
