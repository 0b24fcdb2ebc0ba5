import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { currentActor } from '~/doors/screen.server';
import { holds } from '~/kernel/actor';
import { BACK } from '~/paths/legal';
import { membersPath } from '~/paths/members';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';

export const meta = titled('Impressum');

export async function loader(args: LoaderFunctionArgs) {
  // The imprint is there whatever happens to the database.
  const actor = await currentActor(args).catch(() => null);
  const isAdmin = actor?.organizations.some(({ permissions }) =>
    holds({ permissions, systemAdmin: actor.systemAdmin }, 'ORGANIZATION_ADMIN'),
  );
  const { address } = args.context.services.config.mailFrom;
  return {
    isAdmin: Boolean(actor?.systemAdmin || isAdmin),
    hasClub: Boolean(actor?.organizations.length),
    address: NOBODY.test(address) ? null : address,
  };
}

/** Senders of mails that no operator has set, or that nobody reads. */
const NOBODY = /@localhost$|^(no|do[-_]?not)[-_]?reply|^(keine|nicht)[-_]?antwort/i;

/** Shown until the operator sets IMPRINT_URL (B8), as a message at the start asks. */
export default function Imprint() {
  const { isAdmin, hasClub, address } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Impressum" back={BACK} />
      <p>
        Das Impressum ist noch nicht hinterlegt. Wer diese Seite betreibt, sagt Ihnen gern der
        Vorstand Ihres Vereins.
        {hasClub && (
          <>
            {' '}
            Wie Sie ihn erreichen, steht bei den <a href={membersPath()}>Mitgliedern</a>, sofern er
            seine Angaben freigegeben hat.
          </>
        )}
      </p>
      {address && (
        <p>
          Oder schreiben Sie an <a href={`mailto:${address}`}>{address}</a>. Von dort kommen auch
          die E-Mails dieser Seite.
        </p>
      )}
      {isAdmin && (
        <p className="text-muted">
          Das sehen nur Administratoren: Wer den Server betreibt, setzt dort{' '}
          <code>IMPRINT_URL</code> auf die Adresse Ihres Impressums. Dann führt der Link am Ende
          jeder Seite dorthin.
        </p>
      )}
    </>
  );
}
