import type { Config } from '~/config.server';
import { audienceInWords } from '~/features/messages/wording';
import { MailNote, MailText, MailWay, SERIF } from '~/mail/layout';
import { shortened } from '~/mail/names';
import { type MailTemplate, renderMail } from '~/mail/render.server';
import { messagePath } from '~/paths/messages';
import type { OptOut } from '../mail-links.server';
import type { MessageForMail } from '../state.server';
import { forWhom, writerOf } from '../wording-of-mails.server';
import { ClubMail, MailGroups, MailLines, OWN, SUBJECT, senderOf } from './event-mail';

const valuesOf = (told: MessageForMail, optOut: OptOut, config: Config) => ({
  appName: config.appName,
  organization: told.organization,
  name: told.firstName,
  /** '' if that account is gone. */
  writer: writerOf(told),
  /** 'an alle Mitglieder' */
  audience: `an ${audienceInWords(told)}`,
  event: told.eventName ?? '',
  groups: forWhom(told),
  topic: told.subject,
  paragraphs: told.body.split(/\n\s*\n/).map((paragraph) => ({
    lines: paragraph.split('\n').map((line) => ({ line })),
  })),
  /** Whether a reply to the mail reaches the writer. */
  replies: told.answersTo ? 'yes' : '',
  link: config.origin + messagePath(told.message),
  ...optOut,
});
type Values = ReturnType<typeof valuesOf>;

function MessageMail(values: Values) {
  const { appName, groups, topic, paragraphs, replies, link } = values;
  const writer = values.writer || 'Jemand';
  const begun = paragraphs.flatMap(({ lines }) => lines.map(({ line }) => line)).join(' ');
  const about = values.event && ` zu „${values.event}“`;
  return (
    <ClubMail
      values={values}
      preview={shortened(`${writer}: ${begun}`, 120)}
      why="weil Sie zu diesem Verein gehören."
      writer={writer}
    >
      <MailText>
        {writer} schreibt{about} {values.audience}:
        <MailGroups groups={groups} />
      </MailText>
      <MailText>
        <strong style={TOPIC}>{topic}</strong>
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
    </ClubMail>
  );
}

const TOPIC = { fontFamily: SERIF, fontSize: 19 } as const;

const template: MailTemplate<Values> = {
  sender: senderOf,
  subject: ({ topic }) => shortened(topic, SUBJECT),
  own: [...OWN, 'audience', 'replies'],
  lengths: { event: 100, groups: 200, topic: 200, line: 10_000 },
  Body: MessageMail,
};

/** A message to many (N11), as plain text without links. */
export const messageMail = (told: MessageForMail, optOut: OptOut, config: Config) =>
  renderMail(told.email, template, valuesOf(told, optOut, config));
