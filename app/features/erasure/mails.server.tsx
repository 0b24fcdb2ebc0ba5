import { Fragment } from 'react';
import { dateToText } from '~/dates';
import { MailLink, MailText } from '~/mail/layout';
import { clubLetter } from '~/mail/letter';
import { shortened } from '~/mail/names';
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

/** Keeps the subject below 60 characters. */
const SHOWN = 30;

/** Tells member editors whose records will soon be erased (S4). @param more '' if these are all */
const letter = clubLetter<{
  members: readonly { member: string; day: string }[];
  more: string;
}>({
  subject: ({ organization }) => `Einträge laufen ab: „${shortened(organization, SHOWN)}“`,
  preview: ({ organization }) =>
    `Bei „${organization}“ werden bald Einträge von Ehemaligen gelöscht.`,
  why: 'Mitglieder bearbeiten dürfen',
  own: ['day', 'more'],
  body: ({ organization, members, more, link }) => (
    <>
      <MailText>
        bei „{organization}“ werden Einträge von Ehemaligen endgültig gelöscht, weil die Frist dafür
        abläuft:
      </MailText>
      <MailText>
        {members.map(({ member, day }) => (
          <Fragment key={`${member} ${day}`}>
            {member}, am {day}
            <br />
          </Fragment>
        ))}
        {more}
      </MailText>
      <MailText>
        Soll ein Eintrag bleiben, etwa wegen offener Beiträge? Dann tragen Sie dort bitte einen
        Grund ein. Sonst ist nichts zu tun.
      </MailText>
      <MailLink href={link}>Einträge ansehen</MailLink>
    </>
  ),
});
