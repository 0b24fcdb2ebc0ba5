import { useActionData, useLoaderData } from '@remix-run/react';
import { dateToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { memberLabels, type WrittenField, writtenFieldNames } from '~/features/members/fields';
import { inWord } from '~/features/members/rules/field-words';
import { messages as members, nameOf } from '~/features/members/wording';
import { activeErrorScreen } from '~/frame/error-screen';
import { memberPath, membersPath } from '~/paths/members';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card } from '~/ui/card';
import type { ActionFormData } from '~/ui/form';
import { FORM_VERSION } from '~/ui/form-context';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { QuestionForm } from '~/ui/question-form';
import { SearchField } from '~/ui/search-field';
import { titled } from '~/ui/title';
import { mergeMembers, readMergePage } from '../operations.server';
import { CHOOSE_USER, messages } from '../wording';

const TITLE = 'Zusammenführen';

export const meta = titled(TITLE);
export const loader = page(readMergePage, {
  gone: { to: membersPath(), message: members.memberLoadFailed },
});
export const action = form(mergeMembers, {
  success: ({ member }) => messages.membersMerged(member),
  failure: messages.membersMergeFailed,
  next: ({ member }) => memberPath(member.uuid, '', ''),
  gone: () => membersPath(),
});

/** Also after a refusal: it is about what has changed. */
export const shouldRevalidate = () => true;

type Screen = ReturnType<typeof useLoaderData<typeof loader>>;
type Side = Screen['kept'];

/** Merges two records of one person: find the other, then choose field by field (O10). */
export default function MergeMembers() {
  const screen = useLoaderData<typeof loader>();
  const { kept, gone, q } = screen;
  const path = memberPath(kept.uuid, 'merge', '');
  return (
    <>
      <PageHeader
        title={`${TITLE}: ${nameOf(kept)}`}
        back={
          gone
            ? { to: path, label: 'Suche' }
            : { to: memberPath(kept.uuid, '', ''), label: 'Mitglied' }
        }
      />
      {gone ? (
        <SideBySide key={gone.uuid} {...screen} gone={gone} />
      ) : (
        <div className="grid max-w-160 grid-cols-1 gap-4">
          <p>
            Steht jemand zweimal in der Liste? Suchen Sie hier den zweiten Eintrag. Danach sehen Sie
            beide nebeneinander; noch ändert sich nichts.
          </p>
          <SearchField label="Zweiter Eintrag" defaultValue={q} action={path} />
          <Candidates path={path} {...screen} />
        </div>
      )}
    </>
  );
}

function Candidates({ path, q, candidates }: Pick<Screen, 'q' | 'candidates'> & { path: string }) {
  if (candidates.length === 0)
    return (
      <p className="text-muted">
        {q === ''
          ? 'Niemand sonst hat diesen Namen oder diese Kennung.'
          : `Zu „${q}“ gibt es hier niemanden.`}
      </p>
    );
  return (
    <ul className="checklist">
      {candidates.map((member) => (
        <li key={member.uuid} className="border-t border-line py-2 first:border-t-0">
          <Link to={`${path}?other=${member.uuid}`}>{nameOf(member)}</Link>
          {member.customMemberIdentifier && (
            <small className="text-md text-muted"> Kennung {member.customMemberIdentifier}</small>
          )}
        </li>
      ))}
    </ul>
  );
}

const filled = ({ values }: Side, name: WrittenField) => values[name] ?? '';

type SideBySideProps = Pick<Screen, 'kept' | 'lastDay' | 'mayMerge' | 'version'> & { gone: Side };

function SideBySide({ kept, gone, lastDay, mayMerge, version }: SideBySideProps) {
  const differing = writtenFieldNames.filter((name) => {
    const [one, other] = [filled(kept, name), filled(gone, name)];
    return one !== '' && other !== '' && one !== other;
  });
  return (
    <div className="max-w-3xl">
      <Card>
        <QuestionForm id="merge">
          <input type="hidden" name="other" value={gone.uuid} />
          <input type="hidden" name={FORM_VERSION} value={version} />
          <p>
            Aus diesen beiden Einträgen wird einer. Antworten, Teilnahmen, Umfragen, Gruppen und
            Abwesenheiten beider kommen zusammen. Wo beide geantwortet haben, bleibt die frühere
            Antwort; ein fester Platz geht vor einem auf der Warteliste.
          </p>
          <div className="grid grid-cols-2 gap-x-4 wrap-anywhere">
            <Summary title="Dieser Eintrag" side={kept} />
            <Summary title="Der andere" side={gone} />
          </div>
          {(kept.leftOn ?? gone.leftOn) !== null && (
            <p>
              {lastDay === null
                ? 'Danach ist kein Austritt mehr eingetragen.'
                : `Danach gilt der Austritt zum ${dateToText(lastDay)}.`}
            </p>
          )}
          {differing.map((name) => (
            <Either
              key={name}
              name={`fields.${name}`}
              legend={memberLabels[name]}
              options={[
                { value: 'this', label: inWord(name, filled(kept, name)) },
                { value: 'other', label: inWord(name, filled(gone, name)) },
              ]}
            />
          ))}
          {kept.user && gone.user && (
            <>
              <Either
                name="user"
                legend="Verknüpfter Benutzer"
                options={[kept.user, gone.user].map((user) => ({
                  value: user.uuid,
                  label: nameOf(user),
                }))}
              />
              <p className="text-md text-muted">
                {CHOOSE_USER} Der andere behält seinen Zugang, ist dann aber mit keinem Mitglied
                verknüpft.
              </p>
            </>
          )}
          {mayMerge ? (
            <>
              <p>Das lässt sich nicht rückgängig machen. Im Protokoll steht, was wegfiel.</p>
              <ButtonRow>
                <Button variant="danger">{TITLE}</Button>
                <ButtonLink to={memberPath(kept.uuid, '', '')}>Abbrechen</ButtonLink>
              </ButtonRow>
            </>
          ) : (
            <Banner tone="warning" title="Das kann nur jemand mit der Berechtigung Administration.">
              Der andere Eintrag hat einen Zugang oder ist eingeladen.
            </Banner>
          )}
        </QuestionForm>
      </Card>
    </div>
  );
}

/** What distinguishes the two records at a glance. */
function Summary({ title, side }: { title: string; side: Side }) {
  return (
    <section>
      <h2>{title}</h2>
      <p className="font-semibold">{nameOf(side)}</p>
      <p className="text-md text-muted">
        Zusagen: {side.registrations} · Teilnahmen: {side.participations} ·{' '}
        {side.user ? 'mit Zugang' : side.invited ? 'eingeladen' : 'ohne Zugang'}
        {side.leftOn !== null && ` · Austritt zum ${dateToText(side.leftOn)}`}
      </p>
    </section>
  );
}

type EitherProps = {
  name: string;
  legend: string;
  options: ReadonlyArray<{ value: string; label: string }>;
};

/** Left or right; the left one at first. */
function Either({ name, legend, options }: EitherProps) {
  const typed = (useActionData() as ActionFormData)?.result?.initialValue;
  const nested = name.split('.').reduce<unknown>((from, part) => {
    return typeof from === 'object' && from !== null ? Reflect.get(from, part) : undefined;
  }, typed);
  const chosen = typeof nested === 'string' ? nested : options[0]?.value;
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-x-4">
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-target cursor-pointer items-center gap-3">
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            <span className="min-w-0 whitespace-pre-line wrap-anywhere">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export const ErrorBoundary = activeErrorScreen(members.memberLoadFailed);
