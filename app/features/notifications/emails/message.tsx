import { MailLayout, MailNote, MailText, MailWay } from '~/mail/layout';
import { shortened } from '~/mail/names';
import type { MailTemplate } from '~/mail/render.server';
import { MailGroups, MailLines, MailReason, OWN, SUBJECT, senderOf } from './event-mail';

type Values = {
  appName: string;
  organization: string;
  /** The receiver's first name, as chosen by them. */
  name: string;
  /** Who wrote it; '' if that account is gone. */
  writer: string;
  /** 'an alle Mitglieder' */
  audience: string;
  /** The event that it is about, or ''. */
  event: string;
  /** The names of the groups that this is for; '' for everyone. */
  groups: string;
  topic: string;
  paragraphs: readonly { lines: readonly { line: string }[] }[];
  /** 'yes' if a reply to the mail reaches the writer, else ''. */
  replies: string;
  link: string;
  unsubscribe: string;
  settings: string;
};

function MessageMail(values: Values) {
  const { appName, name, groups, topic, paragraphs, replies, link } = values;
  const writer = values.writer || 'Jemand';
  const about = values.event && ` zu „${values.event}“`;
  return (
    <MailLayout
      appName={appName}
      preview={`${writer} schreibt${about} ${values.audience}.`}
      heading={`Hallo ${name},`}
      writer={writer}
      foot={<MailReason {...values}>weil Sie zu diesem Verein gehören.</MailReason>}
    >
      <MailText>
        {writer} schreibt{about} {values.audience}:
        <MailGroups groups={groups} />
      </MailText>
      <MailText>
        <strong>{topic}</strong>
      </MailText>
      {paragraphs.map(({ lines }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is identified by its place.
        <MailText key={at}>
          {lines[0]?.line}
          <MailLines
            lines={lines
              .slice(1)
              .map(({ line }) => line)
              .join('\n')}
          />
        </MailText>
      ))}
      <MailText>
        <MailWay href={link}>{`Rundmail in ${appName} lesen`}</MailWay>
      </MailText>
      <MailNote>
        {replies
          ? `Wenn Sie auf diese E-Mail antworten, geht Ihre Antwort an ${writer}.`
          : `Eine Antwort auf diese E-Mail erreicht ${values.writer || 'den Verein'} nicht.`}
      </MailNote>
    </MailLayout>
  );
}

/** A message to many (N11), as plain text without links. */
export const message: MailTemplate<Values> = {
  sender: senderOf,
  subject: ({ topic }) => shortened(topic, SUBJECT),
  own: [...OWN, 'audience', 'replies'],
  lengths: { event: 100, groups: 200, topic: 200, line: 10_000 },
  Body: MessageMail,
};
