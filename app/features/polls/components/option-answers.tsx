import { Form } from '@remix-run/react';
import { dayOf } from '~/dates';
import { optionPath, removalPath } from '~/paths/polls';
import { Disclosure } from '~/ui/disclosure';
import { failing } from '~/ui/failing';
import { OrganizationField } from '~/ui/hidden-fields';
import { hyphenated } from '~/ui/hyphenation';
import { PageLinks } from '~/ui/page-links';
import { RowActions, Table } from '~/ui/table';
import { answeredBy } from '../view';
import { messages, REMOVE_ANSWER } from '../wording';
import { OptionResult } from './option-result';

type OptionAnswersProps = {
  option: {
    optionUuid: string;
    name: string;
    count: number;
    /** Answers at once. */
    size: number;
    answers: ReadonlyArray<{
      number: number;
      memberUuid: string;
      created: string;
      firstName: string | null;
      lastName: string | null;
    }>;
  };
  /** Of all options. */
  total: number;
  /** The parameters of the poll's routes. */
  poll: Readonly<Partial<Record<string, string>>>;
  open: boolean;
  /** The number of the answer before the first that is shown. */
  after: number;
};

/** An option with its share; unfolds to the answers, each with a button that removes it (F3). */
export function OptionAnswers({ option, total, poll, open, after }: OptionAnswersProps) {
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
        <p>Noch keine Antworten</p>
      ) : (
        <Form {...failing(messages.answerRemoveFailed)} method="post" preventScrollReset>
          <OrganizationField />
          <Table
            caption={`Antworten: ${name}`}
            rows={answers}
            rowKey={({ memberUuid }) => memberUuid}
            columns={[
              { label: 'Nr.', cell: ({ number }) => number },
              {
                label: 'Beantwortet am',
                cell: ({ created }) => (
                  <span className="whitespace-nowrap">{dayOf(new Date(created))}</span>
                ),
              },
              { label: 'Name', rowHeader: true, cell: answeredBy },
              {
                label: 'Aktionen',
                cell: ({ memberUuid, ...member }) => (
                  <RowActions>
                    <button
                      type="submit"
                      formAction={removalPath({ ...here, answer: memberUuid }, after)}
                      aria-label={`${REMOVE_ANSWER}: ${answeredBy(member)}`}
                      data-icon="delete"
                      data-tone="danger"
                    >
                      {REMOVE_ANSWER}
                    </button>
                  </RowActions>
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
