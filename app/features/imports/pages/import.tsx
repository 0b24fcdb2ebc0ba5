import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Outlet, useActionData, useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { PACE } from '~/features/invitations/rules/budgets.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { importPath, importsPath } from '~/paths/imports';
import { membersPath } from '~/paths/members';
import { instantInShort } from '~/times';
import { Banner } from '~/ui/banner';
import { Button, ButtonBar, ButtonLink, ButtonRow } from '~/ui/button';
import { useDiscardGuard } from '~/ui/discard-guard';
import { Summary } from '~/ui/error-summary';
import { Hint } from '~/ui/field-frame';
import { IconChevronLeft, IconChevronRight } from '~/ui/icons';
import { useBrowserLayoutEffect } from '~/ui/modal';
import { PageHeader } from '~/ui/page-header';
import { PageLinks, PageRow } from '~/ui/page-links';
import { useTyped } from '~/ui/question-field';
import { QuestionForm } from '~/ui/question-form';
import { Tick } from '~/ui/tick';
import { titled } from '~/ui/title';
import { ImportRows } from '../components/import-rows';
import { leftOut } from '../fields';
import { readImportPage } from '../operations/reading.server';
import { decideRows } from '../operations/starting.server';
import { toRows } from '../rows.server';
import {
  countsInWords,
  faultyLeftOut,
  IMPORT_MEMBERS,
  MEND_HERE,
  messages,
  NOT_STARTED,
  NOTHING_TO_DO,
  notBroughtIn,
  notInvited,
  ONLY_FAULTY,
  rowsCounted,
  stillToInvite,
  toBeBroughtIn,
  UNDO_IMPORT,
} from '../wording';

export const meta = titled(IMPORT_MEMBERS);

const read = page(readImportPage);

export async function loader(args: LoaderFunctionArgs) {
  const found = await read(args);
  const { rows, lastInvitationAt, counts, fileName, uuid, state, timeZone, ...rest } = found;
  const { page: at, pages, chosen, carriedOut, uninvited, mayInvite, keptGroups } = rest;
  return {
    uuid,
    state,
    fileName,
    at,
    pages,
    chosen,
    carriedOut,
    uninvited,
    pace: mayInvite ? PACE : null,
    keptGroups,
    unclear: counts.unclear,
    faulty: counts.faulty,
    out: rest.leftOut,
    hints: leftOut(found),
    counted: countsInWords(counts),
    lastInvitationAt: lastInvitationAt && instantInShort(lastInvitationAt, timeZone),
    sure: counts.new + counts.changed,
    rows: toRows(rows, found),
  };
}

/** Saves a page of the preview on the way to another, or starts the import. */
export const action = form(decideRows, {
  success: ({ page }) => (page ? messages.checked : undefined),
  failure: messages.importFailed,
  next: ({ uuid, page = 1, left }) =>
    left.length > 0 ? 'show' : importPath(uuid) + (page > 1 ? `?page=${page}` : ''),
  gone: importsPath,
  saysConflictOn: ({ params }, { page }) => (page ? importPath(params.import ?? '') : null),
});

/** Also after a refusal, which shows how far it is. */
export const shouldRevalidate = () => true;

const PREVIEW = 'start-import';

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** What an import will do, is doing, or has done (O5, O6). */
export default function Import() {
  const loaded = useLoaderData<typeof loader>();
  const { state, fileName, counted, rows, uuid, at, pages } = loaded;
  const to = (page: number) => `${importPath(uuid)}?page=${page}`;
  const isOpen = state === 'judged' || state === 'read';
  const isAsking =
    isOpen && rows.some(({ verdict, faults }) => verdict === 'unclear' || faults.length > 0);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-4 sm:gap-5">
      <PageHeader
        title={IMPORT_MEMBERS}
        back={
          isOpen
            ? { to: importPath(uuid, '/columns'), label: 'Spalten' }
            : { to: membersPath(), label: 'Mitglieder' }
        }
      />
      <p className="wrap-anywhere">
        <span className="text-muted">{isOpen ? `${fileName}: ` : fileName}</span>
        {isOpen && <strong>{counted}</strong>}
      </p>
      {isOpen ? <Preview {...loaded} /> : <Outcome {...loaded} />}
      {!isOpen && rows.length > 0 && <ImportRows rows={rows} asks={false} />}
      {isAsking ? (
        <PageButtons at={at} pages={pages} />
      ) : (
        <PageLinks previous={at > 1 ? to(at - 1) : null} next={at < pages ? to(at + 1) : null} />
      )}
      <Outlet />
    </div>
  );
}

function Preview({ rows, hints, sure, unclear, faulty, pace, at }: Loaded) {
  const isAnythingLeft = sure > 0 || unclear > 0;
  const isMendable = rows.some(({ faults }) => faults.length > 0);
  const check = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} name="page" value={at}>
      Neu prüfen
    </Button>
  );
  const response = useActionData<typeof action>();
  const left = response?.output?.left;
  const invites = useTyped('invite', '') !== '';
  const area = useRef<HTMLDivElement>(null);
  const guard = useDiscardGuard(area, membersPath());
  useBrowserLayoutEffect(guard.saved, [JSON.stringify(rows)]);
  return (
    <div ref={area} {...guard.handlers}>
      {guard.question}
      <QuestionForm id={PREVIEW}>
        {left && <Summary formErrors={[NOT_STARTED, ...left]} fields={[]} response={response} />}
        {hints.length > 0 && (
          <Banner tone="warning">
            {hints.map((hint) => (
              <p key={hint}>{hint}</p>
            ))}
          </Banner>
        )}
        {pace && isAnythingLeft && (
          <Tick name="invite" defaultChecked={invites}>
            Alle einladen, die eine E-Mail-Adresse und noch keinen Zugang haben
            <Hint>Die E-Mails gehen nach und nach hinaus: {pace}.</Hint>
          </Tick>
        )}
        {unclear > 0 && (
          <p>
            Bitte sehen Sie zuerst die unklaren Zeilen an. Was Sie nicht ändern, bleibt wie
            angekreuzt.
          </p>
        )}
        {faulty > 0 && isAnythingLeft && (
          <p>
            {faultyLeftOut(faulty)}
            {isMendable && ` ${MEND_HERE}`}
          </p>
        )}
        <div className="grid gap-3">
          <ImportRows rows={rows} asks />
          {isAnythingLeft && isMendable && <p>{check('secondary')}</p>}
        </div>
        <ButtonBar>
          <p className="text-sm sm:order-1">
            {isAnythingLeft
              ? toBeBroughtIn(sure, unclear)
              : faulty > 0
                ? ONLY_FAULTY
                : NOTHING_TO_DO}
          </p>
          {isAnythingLeft && <Button variant="primary">Importieren</Button>}
          {!isAnythingLeft && isMendable && check('primary')}
          <ButtonLink to={membersPath()} variant="quiet">
            Abbrechen
          </ButtonLink>
        </ButtonBar>
      </QuestionForm>
    </div>
  );
}

/** The ways to other pages while this one may hold what was chosen and corrected: they save it. */
function PageButtons({ at, pages }: Pick<Loaded, 'at' | 'pages'>) {
  return (
    <nav aria-label="Seiten">
      <PageRow
        previous={
          at > 1 && (
            <Button form={PREVIEW} name="page" value={at - 1}>
              <IconChevronLeft />
              Vorherige Seite
            </Button>
          )
        }
        next={
          at < pages && (
            <Button form={PREVIEW} name="page" value={at + 1}>
              Nächste Seite
              <IconChevronRight />
            </Button>
          )
        }
      />
    </nav>
  );
}

/** How often a running import's progress is polled. */
const ASK_MS = 1500;

function Outcome({ uuid, state, rows, chosen, carriedOut, out, uninvited, ...rest }: Loaded) {
  const { lastInvitationAt, keptGroups } = rest;
  const isRunning = state === 'running' || state === 'undoing';
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(revalidate, ASK_MS);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
  if (isRunning)
    return (
      <div role="status" className="grid gap-2">
        <p>
          {state === 'running'
            ? `Wird importiert: ${carriedOut.toLocaleString('de')} von ${rowsCounted(chosen)}.`
            : `Wird rückgängig gemacht: noch ${rowsCounted(carriedOut)}.`}
        </p>
        <meter aria-hidden="true" className="w-full" max={Math.max(chosen, 1)} value={carriedOut} />
        <noscript>
          <Form>
            <Button>Aktualisieren</Button>
          </Form>
        </noscript>
      </div>
    );
  return (
    <>
      {state === 'undone' ? (
        <Banner
          title={`Dieser Import ist rückgängig gemacht.${rows.length + keptGroups.length > 0 ? ' Was hier steht, ist geblieben.' : ''}`}
        />
      ) : (
        <Banner tone="success" title={`Fertig: ${rowsCounted(carriedOut)} eingetragen.`} />
      )}
      {keptGroups.length > 0 && (
        <p className="wrap-anywhere">{`Gruppen in Gebrauch: ${keptGroups.join(', ')}.`}</p>
      )}
      {state === 'done' && out > 0 && <p>{notBroughtIn(out)}</p>}
      {state === 'done' && uninvited > 0 && (
        <p>
          {lastInvitationAt ? stillToInvite(uninvited, lastInvitationAt) : notInvited(uninvited)}
        </p>
      )}
      <ButtonRow>
        <ButtonLink variant="primary" to={membersPath()}>
          Zu den Mitgliedern
        </ButtonLink>
        {state === 'done' && (
          <ButtonLink to={importPath(uuid, '/undo')} dialog>
            {UNDO_IMPORT}
          </ButtonLink>
        )}
      </ButtonRow>
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.importLoadFailed);
