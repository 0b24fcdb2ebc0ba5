import { MailLink, MailNote, MailText } from '~/mail/layout';
import { clubLetter } from '~/mail/letter';
import { shortened } from '~/mail/names';
import { renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { groupPath } from '~/paths/groups';
import { leaderlessGroup } from './without-leader.server';

/** The mails about groups. Null if there is no longer anything to tell. */
export const groupMails: Record<string, MailWriter> = {
  groupWithoutLeader: async ({ user = '', group = '' }, { db, config }) => {
    const now = await leaderlessGroup(db, user, group);
    if (!now) return null;
    const { email, ...names } = now;
    const { appName, origin } = config;
    const link = origin + groupPath(group);
    return renderMail(email, groupWithoutLeader, { appName, ...names, link });
  },
};

/** Keeps the subject below 60 characters. */
const SHOWN = 38;

/** Tells member editors that a group no longer has a leader (U11). */
const groupWithoutLeader = clubLetter<{ group: string }>({
  subject: ({ group }) => `Ohne Leitung: „${shortened(group, SHOWN)}“`,
  preview: ({ group }) => `Niemand leitet mehr die Gruppe „${group}“.`,
  why: 'Gruppen bearbeiten dürfen',
  body: ({ group, link }) => (
    <>
      <MailText>
        die Gruppe „{group}“ hat keine Leitung mehr: Wer sie zuletzt geleitet hat, gehört nicht mehr
        dazu, leitet sie nicht mehr oder hat kein Benutzerkonto mehr im Verein.
      </MailText>
      <MailLink href={link}>Zur Gruppe</MailLink>
      <MailNote>
        Ihre Mitglieder und Termine bleiben, wie sie sind. Wenn jemand anderes sie leiten soll,
        tragen Sie es dort bitte ein.
      </MailNote>
    </>
  ),
});
