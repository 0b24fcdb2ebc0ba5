import type { Config } from '~/config.server';
import { MailChoice, MailText, MailThing } from '~/mail/layout';
import { type MailTemplate, renderMail } from '~/mail/render.server';
import { pollPath } from '~/paths/polls';
import type { NotificationForMail } from '../state.server';
import {
  ClubMail,
  type EventMailValues,
  MailGroups,
  MailLines,
  OWN,
  senderOf,
  subjectOf,
} from './event-mail';

type Values = EventMailValues & { poll: string };

function pollMail(subject: string, says: string) {
  function PollMail(values: Values) {
    const { poll, event, when, groups, why, link } = values;
    const preview = `Zur Veranstaltung „${event}“`;
    return (
      <ClubMail values={values} preview={preview} why={`weil Sie ${why}.`}>
        <MailText>{says}</MailText>
        <MailThing name={poll}>
          <br />
          {preview}
          <MailLines lines={when} />
          <MailGroups groups={groups} />
        </MailThing>
        <MailChoice links={[{ href: link, label: 'Zur Umfrage' }]} />
      </ClubMail>
    );
  }
  const template: MailTemplate<Values> = {
    sender: senderOf,
    subject: ({ poll }) => subjectOf(subject, poll),
    own: OWN,
    lengths: { event: 100, poll: 200, groups: 200 },
    Body: PollMail,
  };
  return (values: EventMailValues, now: NotificationForMail, { origin }: Config) => {
    const link = origin + pollPath({ event: now.event, poll: now.poll ?? '' }, '');
    return renderMail(now.email, template, { ...values, poll: now.pollName ?? '', link });
  };
}

export const pollMails = {
  /** To everybody in the club (N2). */
  poll_new: pollMail('Neue Umfrage', 'es gibt eine neue Umfrage:'),
  /** To those who have not answered it yet (N4). */
  poll_missing: pollMail('Bitte antworten', 'zu dieser Umfrage fehlt noch Ihre Antwort:'),
};
