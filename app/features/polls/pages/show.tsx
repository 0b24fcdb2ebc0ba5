import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { administrationPath, pollPath, pollsPath, undoPath } from '~/paths/polls';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { Hint } from '~/ui/field-frame';
import { ActionForm, useActionForm } from '~/ui/form';
import { FORM_VERSION } from '~/ui/form-context';
import { hyphenated } from '~/ui/hyphenation';
import { IconCheckCircle } from '~/ui/icons';
import { UNDO, UndoForm } from '~/ui/notice-text';
import { useDone } from '~/ui/notices';
import { titled } from '~/ui/title';
import { OptionBar } from '../components/option-result';
import { answerPoll, readPollForAnswer } from '../operations/answers.server';
import { countText, type OwnChoice, optionState } from '../view';
import { ABOUT_ANSWERS, messages, NO_MEMBER, POLL_ENDED } from '../wording';

export const meta = titled('Umfrage');
export const loader = page(readPollForAnswer, {
  gone: { to: ({ params }) => pollsPath(params), message: messages.pollLoadFailed },
});
export const action = form(answerPoll, {
  success: ({ poll, option, isNew }) => ({
    ...messages.answerSaved(poll),
    about: poll.uuid,
    ...(isNew && {
      undo: { action: undoPath(poll.event, poll.uuid), field: 'option', value: option },
    }),
  }),
  failure: messages.answerFailed,
  next: (_poll, { request, params }) => pollPath(params, new URL(request.url).search),
  // The poll itself may still be there, without this option.
  gone: ({ request, params }) => pollPath(params, new URL(request.url).search),
});

/** Also after a refusal, as others may have changed or closed it. */
export const shouldRevalidate = () => true;

/** Less than the server allows. */
const UNDO_MS = 9000;

/** A poll to answer; with the result once the user has answered, or it is closed (F4). */
export default function ShowPoll() {
  const { about, name, description, closed, options, choice, linked, mayEdit, version } =
    useLoaderData<typeof loader>();
  const params = useParams();
  const closeTo = pollsPath(params, useLocation().search);
  const undo = useDone(params.poll ?? '', UNDO_MS)?.undo;
  const [answering] = useActionForm<{ option: string }>({ id: 'answer' });
  const mayChoose = choice.kind === 'none' && !closed;
  return (
    <RouteDialog title={hyphenated(name)} subject={about} closeTo={closeTo}>
      {/* An answer that came too late is told so itself. */}
      {closed && !answering.errors?.[0]?.startsWith(POLL_ENDED) && (
        <Banner tone="warning" title={POLL_ENDED} />
      )}
      {description !== '' && <p className="whitespace-pre-line">{description}</p>}
      {mayChoose && !linked && <Banner>{NO_MEMBER}</Banner>}
      {linked && !closed && choice.kind !== 'broken' && (
        <div
          className="flex min-h-target flex-wrap items-center justify-between gap-3 print:hidden"
          role="status"
        >
          {mayChoose && <Hint>{ABOUT_ANSWERS}</Hint>}
          {choice.kind === 'chosen' && 'Ihre Antwort ist eingetragen.'}
          {undo && (
            // Its word ends where the rows do.
            <div className="-mx-3">
              <UndoForm undo={undo}>
                <Button variant="quiet">{UNDO}</Button>
              </UndoForm>
            </div>
          )}
        </div>
      )}
      {choice.kind === 'broken' ? (
        <Banner tone="danger" title="Internal error. Please contact the support." alert />
      ) : (
        <ActionForm form={answering}>
          {/* Not the form's own, which an answer renews before the labels. */}
          <input type="hidden" name={FORM_VERSION} value={version} />
          <OptionList options={options} choice={choice} closed={closed} disabled={!linked} />
        </ActionForm>
      )}
      <DialogActions cancel="Schließen">
        {/* The result is there for those who run the poll, though it must not sway those who answer. */}
        {mayChoose && mayEdit && (
          <ButtonLink to={administrationPath(params)}>Antworten ansehen</ButtonLink>
        )}
      </DialogActions>
    </RouteDialog>
  );
}

type OptionListProps = {
  /** `count` is null while the result is hidden. */
  options: ReadonlyArray<{ optionUuid: string; name: string; count: number | null; names: string }>;
  choice: OwnChoice;
  closed: boolean;
  disabled: boolean;
};

/** The whole open row is its button's target (P4); what is chosen reaches beyond the lines. */
const ROW = 'relative -mx-3 grid gap-1 px-3 py-2';
const CHOSEN = 'rounded bg-green-soft';

/** Letters; about six lines on a phone. */
const FOLDED_FROM = 300;

/** Who chose an option; of many the names unfold. */
function Names({ children: names }: { children: string }) {
  const text = <p className="text-sm text-muted wrap-anywhere">{names}</p>;
  if (names.length < FOLDED_FROM) return text;
  return (
    <details>
      <summary className="-my-2 flex min-h-target items-center text-sm text-green underline">
        Namen
      </summary>
      {text}
    </details>
  );
}

/**
 * The options inside the form that answers a poll: a button each, or the choice and result (F4).
 */
function OptionList({ options, choice, closed, disabled }: OptionListProps) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(choice.kind);
  useEffect(() => {
    // The pressed button is gone, so keep the focus in its place.
    if (choice.kind === 'chosen' && before.current === 'none') list.current?.focus();
    before.current = choice.kind;
  }, [choice.kind]);
  const total = options.reduce((sum, { count }) => sum + (count ?? 0), 0);
  return (
    <ul ref={list} tabIndex={-1}>
      {options.map(({ optionUuid, name, count, names }) => {
        const state = optionState(choice, closed, optionUuid);
        return (
          <li key={optionUuid} className="border-t border-line">
            <div className={`${ROW} ${state === 'chosen' ? CHOSEN : ''}`}>
              <div className="flex items-center gap-x-3">
                <p className="min-w-0 flex-1 font-semibold wrap-anywhere">{hyphenated(name)}</p>
                {state === 'open' && (
                  <Button
                    name="option"
                    value={optionUuid}
                    size="small"
                    whole
                    disabled={disabled}
                    aria-label={`Eintragen: ${name}`}
                  >
                    Eintragen
                  </Button>
                )}
              </div>
              {count !== null && <OptionBar count={count} total={total} />}
              {state !== 'open' && (
                <p className="flex justify-between gap-3 text-sm text-muted figures">
                  <span>{count !== null && countText(count, total)}</span>{' '}
                  {state === 'chosen' ? (
                    <span className="flex items-center gap-1.5 font-semibold text-green print:hidden">
                      <IconCheckCircle />
                      Ausgewählt
                    </span>
                  ) : (
                    <span className="text-2xs print:hidden">Nicht ausgewählt</span>
                  )}
                </p>
              )}
              {names !== '' && <Names>{names}</Names>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
