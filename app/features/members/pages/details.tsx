import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { Fragment } from 'react';
import { monthToText } from '~/dates';
import { page } from '~/doors/page.server';
import { useScope } from '~/frame/context';
import { groupPath } from '~/paths/groups';
import { memberPath, membersPath } from '~/paths/members';
import { memberReportPath } from '~/paths/reports';
import { Badge } from '~/ui/badge';
import { ButtonLink } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { Disclosure } from '~/ui/disclosure';
import { Facts } from '~/ui/facts';
import { Initials } from '~/ui/initials';
import { Link } from '~/ui/link';
import { titled } from '~/ui/title';
import { LinkedUser } from '../components/linked-user';
import { ReachRows } from '../components/reach';
import { isReach, type MemberField, memberFieldNames, memberFields, recordParts } from '../fields';
import { linkedUser } from '../linked-user.server';
import { readMemberForDetails } from '../operations/members.server';
import { type Month, yearInWords } from '../participation';
import * as policy from '../policy';
import { inWord } from '../rules/field-words';

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
  const { member, groups, year, link, isUnreachable, hasAccess, untold } =
    useLoaderData<typeof loader>();
  const scope = useScope();
  const mayEdit = policy.edit({ scope });
  const { search } = useLocation();
  const { uuid, firstName, lastName, mobile, phone, email } = member;
  const address = [member.street, [member.postalCode, member.city].filter(Boolean).join(' ')];
  const facts = [
    { label: recordParts.address, value: address.filter(Boolean).join(', ') },
    ...FACTS.map((name) => ({
      label: memberFields[name].label,
      value: inWord(name, member[name]),
    })),
    // For admins it is shown by the linked user below.
    {
      label: 'Zugang',
      value: hasAccess === undefined || link ? '' : hasAccess ? 'aktiv' : 'noch keiner',
    },
  ].filter(({ value }) => value !== '');
  const hidesReach = [mobile, phone, email, member.street].every((each) => each === undefined);
  const missing = [!email && 'E-Mail', !(mobile || phone) && 'Telefon'].filter(Boolean);
  return (
    <RouteDialog
      title={
        <span className="flex items-center">
          <Initials firstName={firstName} lastName={lastName} seed={uuid} />
          <span className="min-w-0">{`${firstName} ${lastName}`}</span>
        </span>
      }
      closeTo={membersPath(search)}
    >
      <ReachRows numbers={[mobile, phone]} mail={email} />
      {mayEdit && missing.length > 0 && (
        <p className="print:hidden">
          <Link to={memberPath(uuid, 'edit', search)} preventScrollReset>
            {missing.join(' und ')} eintragen
          </Link>
        </p>
      )}
      <Facts
        items={[
          ...(groups.length > 0 ? [{ label: 'Gruppen', value: <Groups groups={groups} /> }] : []),
          ...facts.map(({ label, value }) => ({
            label,
            value: <span className="whitespace-pre-line">{value}</span>,
          })),
        ]}
      />
      {hidesReach && <p className="text-muted">Die Kontaktdaten zeigt Ihr Verein nicht allen.</p>}
      {year && <YearChart year={year} />}
      {link && <LinkedUser link={link} />}
      {isUnreachable && (
        <p>
          <Badge tone="red">Unzustellbar</Badge> E-Mails an {firstName} kommen nicht an.
        </p>
      )}
      {untold && (
        <Disclosure summary="Warum kam keine E-Mail?">
          <ul className="grid gap-2 text-sm">
            {untold.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      {policy.lookAfter({ scope }) && (
        <Disclosure summary="Mehr">
          <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
            <ButtonLink size="small" to={memberReportPath(uuid)}>
              Auskunft
            </ButtonLink>
            {mayEdit && (
              <ButtonLink size="small" to={memberPath(uuid, 'merge', '')}>
                Zusammenführen
              </ButtonLink>
            )}
            <ButtonLink size="small" to={memberPath(uuid, 'leaving', search)} dialog>
              Austritt
            </ButtonLink>
            <ButtonLink size="small" variant="caution" to={memberPath(uuid, 'erasure', '')}>
              Daten löschen
            </ButtonLink>
          </div>
        </Disclosure>
      )}
      <DialogActions cancel="Schließen">
        {mayEdit && (
          <ButtonLink variant="primary" to={memberPath(uuid, 'edit', search)} dialog>
            Bearbeiten
          </ButtonLink>
        )}
      </DialogActions>
    </RouteDialog>
  );
}

/** Their names, each leading to its members. */
function Groups({ groups }: { groups: readonly { uuid: string; name: string }[] }) {
  return groups.map(({ uuid, name }, at) => (
    <Fragment key={uuid}>
      {at > 0 && ', '}
      <Link to={groupPath(uuid)}>{name}</Link>
    </Fragment>
  ));
}

/** What the address says in a line. */
const ADDRESS: readonly MemberField[] = ['street', 'postalCode', 'city'];

/** Fields that are neither in the title nor the address, nor ways to reach them. */
const FACTS = memberFieldNames.filter(
  (name) => memberFields[name].missing === undefined && !ADDRESS.includes(name) && !isReach(name),
);

/** For so many months words are shorter than a chart. */
const FEW = 3;

const WIDTH = 28;
const HEIGHT = 56;
/** Of a letter below the bars, or a number above them. */
const LINE = 14;

/** A member's participations by month; for screen readers in words. */
function YearChart({ year }: { year: readonly Month[] }) {
  const [sum, months] = yearInWords(year).split(': ');
  const isShort = year.filter(({ count }) => count > 0).length <= FEW;
  return (
    <figure className="grid max-w-sm gap-3">
      <figcaption className="grid gap-2">
        <h3>Teilnahmen</h3>
        <p className="text-muted">
          {sum}
          {months && <span className={isShort ? '' : 'visually-hidden'}>: {months}</span>}
        </p>
      </figcaption>
      {!isShort && <Bars year={year} />}
    </figure>
  );
}

function Bars({ year }: { year: readonly Month[] }) {
  const most = Math.max(...year.map(({ count }) => count));
  return (
    <svg
      className="text-xs text-muted"
      fill="currentColor"
      textAnchor="middle"
      viewBox={`0 0 ${WIDTH * year.length} ${HEIGHT}`}
      aria-hidden="true"
      focusable="false"
    >
      {year.map(({ month, count }, at) => {
        const height = 1 + (count / most) * (HEIGHT - 2 * LINE - 1);
        const top = HEIGHT - LINE - height;
        const middle = (at + 0.5) * WIDTH;
        return (
          <g key={month}>
            {count > 0 && (
              <text x={middle} y={top - 3}>
                {count}
              </text>
            )}
            <rect
              className="text-green"
              fill="currentColor"
              x={middle - WIDTH / 3}
              y={top}
              width={(WIDTH * 2) / 3}
              height={height}
            />
            <text x={middle} y={HEIGHT - 2}>
              {monthToText(month).slice(0, 1)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
