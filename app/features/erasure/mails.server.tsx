import { dateToText } from '~/dates';
import { MailLayout, MailLink, MailNote, MailText } from '~/mail/layout';
import { shortened } from '~/mail/names';
import type { MailTemplate } from '~/mail/render.server';
import { renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { erasedSoonPath } from '~/paths/erasure';
import { erasuresAhead } from './retention.server';

/** The mails about erasing records. Null if there is no longer anything to tell. */
export const erasureMails: Record<string, MailWriter> = {
  erasuresAhead: async ({ user = '', organization = '' }, { db, config }) => {
    const now = await erasuresAhead(db, user, organization);
    if (!now) return null;
    const { email, members, more, ...names } = now;
    const { appName, origin } = config;
    return renderMail(email, letter, {
      appName,
      ...names,
      link: origin + erasedSoonPath(organization),
      more: more ? 'Und weitere.' : '',
      members: members.map(({ firstName, lastName, eraseOn }) => ({
        member: `${firstName} ${lastName}`,
        day: dateToText(eraseOn),
      })),
    });
  },
};

type Props = {
  appName: string;
  organization: string;
  name: string;
  members: readonly { member: string; day: string }[];
  /** '' if these are all. */
  more: string;
  link: string;
};

/** Tells member editors whose records will soon be erased (S4). */
function ErasuresAheadMail({ appName, organization, name, members, more, link }: Props) {
  return (
    <MailLayout
      appName={appName}
      preview={`Bei „${organization}“ werden bald Einträge von Ehemaligen gelöscht.`}
      heading={`Hallo ${name},`}
    >
      <MailText>
        bei „{organization}“ werden Einträge von Ehemaligen endgültig gelöscht, weil die Frist dafür
        abläuft:
      </MailText>
      {members.map(({ member, day }) => (
        <MailText key={`${member} ${day}`}>
          {member}, am {day}
        </MailText>
      ))}
      {more !== '' && <MailText>{more}</MailText>}
      <MailText>
        Soll ein Eintrag bleiben, etwa wegen offener Beiträge? Dann tragen Sie dort bitte einen
        Grund ein. Sonst ist nichts zu tun.
      </MailText>
      <MailLink href={link}>Einträge ansehen</MailLink>
      <MailNote>
        Sie bekommen diese Nachricht, weil Sie bei „{organization}“ Mitglieder bearbeiten dürfen.
      </MailNote>
    </MailLayout>
  );
}

/** Keeps the subject below 60 characters. */
const SHOWN = 30;

const letter: MailTemplate<Props> = {
  sender: ({ appName, organization }) => `„${organization}“ über ${appName}`,
  subject: ({ organization }) => `Einträge laufen ab: „${shortened(organization, SHOWN)}“`,
  own: ['day', 'more'],
  Body: ErasuresAheadMail,
};
