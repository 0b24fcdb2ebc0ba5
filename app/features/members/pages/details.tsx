import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { useScope } from '~/frame/context';
import { memberPath, membersPath } from '~/paths/members';
import { memberReportPath } from '~/paths/reports';
import { Badge } from '~/ui/badge';
import { ButtonLink, ButtonRow } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { Facts } from '~/ui/facts';
import { titled } from '~/ui/title';
import { LinkedUser } from '../components/linked-user';
import { YearChart } from '../components/year-chart';
import { memberFieldNames, memberFields } from '../fields';
import { linkedUser } from '../linked-user.server';
import { readMemberForDetails } from '../operations.server';
import * as policy from '../policy';
import { inWord } from '../wording';

export const meta = titled('Mitglied');

const read = page(readMemberForDetails);

export async function loader(args: LoaderFunctionArgs) {
  const [profile, link] = await Promise.all([read(args), linkedUser(args)]);
  return { ...profile, link };
}

/**
 * A member as every user of the organisation may see them (D5), for admins with the linked user.
 */
export default function MemberDetails() {
  const { member, groups, year, link, isUnreachable } = useLoaderData<typeof loader>();
  const scope = useScope();
  const mayEdit = policy.edit({ scope });
  const { search } = useLocation();
  const { uuid, firstName, lastName } = member;
  return (
    <RouteDialog title={`${firstName} ${lastName}`} closeTo={membersPath(search)}>
      <Facts
        items={memberFieldNames
          .filter((name) => member[name])
          .map((name) => ({
            label: memberFields[name].label,
            value: <span className="whitespace-pre-line">{inWord(name, member[name])}</span>,
          }))
          .concat(groups.length > 0 ? { label: 'Gruppen', value: <>{groups.join(', ')}</> } : [])}
      />
      <YearChart year={year} />
      {link && <LinkedUser link={link} />}
      {isUnreachable && (
        <p>
          <Badge tone="red">Unzustellbar</Badge> E-Mails an {firstName} kommen nicht an.
        </p>
      )}
      {policy.lookAfter({ scope }) && (
        <ButtonRow>
          <ButtonLink variant="quiet" size="small" to={memberPath(uuid, 'leaving', search)} dialog>
            Austritt
          </ButtonLink>
          {mayEdit && (
            <ButtonLink variant="quiet" size="small" to={memberPath(uuid, 'merge', '')}>
              Zusammenführen
            </ButtonLink>
          )}
          <ButtonLink variant="quiet" size="small" to={memberPath(uuid, 'erasure', '')}>
            Daten löschen
          </ButtonLink>
        </ButtonRow>
      )}
      <DialogActions cancel="Schließen">
        {policy.lookAfter({ scope }) && (
          <ButtonLink variant="quiet" to={memberReportPath(uuid)}>
            Auskunft
          </ButtonLink>
        )}
        {mayEdit && (
          <ButtonLink variant="primary" to={memberPath(uuid, 'edit', search)} dialog>
            Bearbeiten
          </ButtonLink>
        )}
      </DialogActions>
    </RouteDialog>
  );
}
