import { MailChoice, MailLayout, MailText, MailThing } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';
import {
  type EventMailValues,
  MailGroups,
  MailLines,
  MailReason,
  OWN,
  senderOf,
  subjectOf,
} from './event-mail';

/** `link` leads to the poll. */
type Values = EventMailValues & { poll: string };

function pollMail({ subject, says }: { subject: string; says: string }): MailTemplate<Values> {
  function PollMail(values: Values) {
    const { appName, name, poll, event, when, groups, why, link } = values;
    return (
      <MailLayout
        appName={appName}
        preview={`Zur Veranstaltung „${event}“`}
        heading={`Hallo ${name},`}
        foot={<MailReason {...values}>{`weil Sie ${why}.`}</MailReason>}
      >
        <MailText>{says}</MailText>
        <MailThing name={poll}>
          <br />
          Zur Veranstaltung „{event}“
          <MailLines lines={when} />
          <MailGroups groups={groups} />
        </MailThing>
        <MailChoice links={[{ href: link, label: 'Zur Umfrage' }]} />
      </MailLayout>
    );
  }
  return {
    sender: senderOf,
    subject: ({ poll }) => subjectOf(subject, poll),
    own: OWN,
    lengths: { event: 100, poll: 200, groups: 200 },
    Body: PollMail,
  };
}

/** To everybody in the club, about a new poll (N2). */
export const pollNew = pollMail({ subject: 'Neue Umfrage', says: 'es gibt eine neue Umfrage:' });

/** To those who have not answered it yet (N4). */
export const pollMissing = pollMail({
  subject: 'Bitte antworten',
  says: 'zu dieser Umfrage fehlt noch Ihre Antwort:',
});
