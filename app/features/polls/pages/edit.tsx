import type { SerializeFrom } from '@remix-run/node';
import { Form, Outlet, useLoaderData, useLocation, useParams } from '@remix-run/react';
import { dateToText } from '~/dates';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { changePath, optionPath, pollsPath, removalPath, statePath } from '~/paths/polls';
import { Banner } from '~/ui/banner';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink } from '~/ui/button';
import { Stack } from '~/ui/card';
import { Disclosure } from '~/ui/disclosure';
import { failing } from '~/ui/failing';
import { HiddenFields } from '~/ui/hidden-fields';
import { hyphenated } from '~/ui/hyphenation';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { OptionResult } from '../components/option-result';
import { readPollForAdministration } from '../operations/polls.server';
import { answeredBy } from '../view';
import { CHANGE_POLL, messages, NO_MORE_ANSWERS, POLL_ENDED, REMOVE_ANSWER } from '../wording';

export const meta = titled('Umfrage bearbeiten');
export const loader = page(readPollForAdministration);
export const shouldRevalidate = keepBehindDialog;

/** The administration of a poll: its state and who answered what (F3). */
export default function EditPoll() {
  const { about, name, description, closed, options, shown } = useLoaderData<typeof loader>();
  const params = useParams();
  const { search } = useLocation();
  const total = options.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <PageHeader
        title={name}
        about={about}
        back={{ to: pollsPath(params) }}
        actions={
          <>
            <ButtonLink to={changePath(params, search)} size="small" dialog>
              {CHANGE_POLL}
            </ButtonLink>
            <Form
              className="grid"
              {...failing(closed ? messages.pollOpenFailed : messages.pollCloseFailed)}
              method="post"
              action={statePath(params, closed ? 'open' : 'close')}
              preventScrollReset
            >
              <HiddenFields />
              <Button size="small">{closed ? 'Umfrage wieder öffnen' : 'Umfrage beenden'}</Button>
            </Form>
          </>
        }
      />
      {closed && (
        <Banner tone="warning" title={POLL_ENDED}>
          {NO_MORE_ANSWERS}
        </Banner>
      )}
      <Outlet />
      {description !== '' && <p className="whitespace-pre-line">{description}</p>}
      <section aria-labelledby="options">
        <Stack>
          <h2 id="options">{total > 0 ? `Antworten (${total})` : 'Antworten'}</h2>
          <div className="grid gap-2">
            {options.map((option) => (
              <OptionAnswers
                key={option.optionUuid}
                option={option}
                total={total}
                poll={params}
                open={option.optionUuid === shown.option}
                after={option.optionUuid === shown.option ? shown.after : 0}
              />
            ))}
          </div>
        </Stack>
      </section>
    </>
  );
}

type OptionAnswersProps = {
  option: SerializeFrom<typeof loader>['options'][number];
  /** Of all options. */
  total: number;
  /** The parameters of the poll's routes. */
  poll: Readonly<Partial<Record<string, string>>>;
  open: boolean;
  /** The number of the answer before the first that is shown. */
  after: number;
};

/** An option with its share; unfolds to the answers, each with a button that removes it (F3). */
function OptionAnswers({ option, total, poll, open, after }: OptionAnswersProps) {
  const { optionUuid, name, count, size, answers } = option;
  const here = { ...poll, option: optionUuid };
  const last = answers.at(-1)?.number ?? after;
  return (
    <Disclosure
      open={open}
      summary={hyphenated(name)}
      note={<OptionResult count={count} total={total} />}
    >
      {answers.length === 0 ? (
        <p className="print:hidden">Noch keine Antworten</p>
      ) : (
        <Form
          {...failing(messages.answerRemoveFailed)}
          className="rows lines bare"
          method="post"
          preventScrollReset
        >
          <HiddenFields />
          <Table
            caption={`Antworten: ${name}`}
            rows={answers}
            rowKey={({ memberUuid }) => memberUuid}
            columns={[
              { label: 'Nr.', cell: ({ number }) => <span className="text-muted">{number}</span> },
              {
                label: 'Beantwortet am',
                cell: ({ answeredOn }) => (
                  <span className="whitespace-nowrap text-muted">{dateToText(answeredOn)}</span>
                ),
              },
              { label: 'Name', rowHeader: true, cell: answeredBy },
              {
                label: 'Aktionen',
                cell: ({ memberUuid, ...member }) => (
                  // In the line of the cell, and quieter than the names.
                  <span className="row-actions inline-flex">
                    <button
                      className="whitespace-nowrap font-normal text-muted underline hover:text-red"
                      type="submit"
                      formAction={removalPath({ ...here, answer: memberUuid }, after)}
                      aria-label={`${REMOVE_ANSWER}: ${answeredBy(member)}`}
                    >
                      {REMOVE_ANSWER}
                    </button>
                  </span>
                ),
              },
            ]}
          />
        </Form>
      )}
      <PageLinks
        previous={after > 0 ? optionPath(here, Math.max(0, after - size)) : null}
        next={last < count ? optionPath(here, last) : null}
      />
    </Disclosure>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.pollLoadFailed);
