import { Heading } from '@react-email/components';
import { MailText, MailThing, MailWay, SERIF } from '~/mail/layout';
import { shortened } from '~/mail/names';
import type { MailTemplate } from '~/mail/render.server';
import type { DigestItem, DigestValues } from '../digest.server';
import { buttonsOf, ClubMail, MailGroups, MailLines, OWN, SUBJECT, senderOf } from './event-mail';

function DigestMail(values: DigestValues) {
  const { groups, more, rhythm, link } = values;
  return (
    <ClubMail
      values={values}
      preview={previewOf(groups)}
      why={`weil Sie zu diesem Verein gehören. ${rhythm}`}
    >
      <MailText>das gibt es Neues:</MailText>
      {groups.map(({ title, items }) => (
        <div key={title}>
          <Heading as="h2" style={TITLE}>
            {title}
          </Heading>
          {items.map((item) => (
            <Item key={item.link + item.what} {...item} />
          ))}
        </div>
      ))}
      {more && <MailText>{more}</MailText>}
      <MailText>
        <MailWay href={link}>Alle Veranstaltungen</MailWay>
      </MailText>
    </ClubMail>
  );
}

function Item(item: DigestItem) {
  const { what, when, place, groups, writer, note, label, said, link, button, ...choice } = item;
  const told = [writer, note].filter(Boolean).join(' ');
  const links = [...buttonsOf(choice), { href: link, label: button }];
  return (
    <MailThing name={what}>
      <MailLines
        lines={[when, place, told, said && `${label}${said}`].filter(Boolean).join('\n')}
      />
      <MailGroups groups={groups} />
      <br />
      {links.map(({ href, label: text }) => (
        <span key={href}>
          <MailWay href={href} apart>
            {text}
          </MailWay>{' '}
        </span>
      ))}
    </MailThing>
  );
}

const TITLE = {
  fontFamily: SERIF,
  fontSize: 19,
  lineHeight: '24px',
  margin: '24px 0 8px',
} as const;

const namesOf = (groups: DigestValues['groups']) =>
  groups.flatMap(({ items }) => items.map(({ what }) => what));

/** The names; for a single entry, named in the subject, when and where it is. */
function previewOf(groups: DigestValues['groups']): string {
  const [only, ...others] = groups.flatMap(({ items }) => items);
  const facts = only && others.length === 0 ? [only.when.split('\n')[0], only.place] : [];
  const shown = facts.filter(Boolean);
  return shortened((shown.length > 0 ? shown : namesOf(groups)).join(', '), 120);
}

/** Without the club, which the sender names. */
const subjectOf = ({ summary, groups }: DigestValues) =>
  shortened(`Neues: ${summary || namesOf(groups).join(', ')}`, SUBJECT);

/** Several things in one mail, for users who want to read them together (N9). */
export const digest: MailTemplate<DigestValues> = {
  sender: senderOf,
  subject: subjectOf,
  own: [...OWN, 'summary', 'title', 'note', 'label', 'button', 'more', 'rhythm'],
  lengths: { what: 100, place: 200, groups: 200, said: 300 },
  Body: DigestMail,
};
