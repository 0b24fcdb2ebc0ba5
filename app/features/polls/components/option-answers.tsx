import { Disclosure } from '~/ui/disclosure';
import { PageLinks } from '~/ui/page-links';
import { RowActions, RowLink, Table } from '~/ui/table';
import { answeredBy, instantToText } from '../view';
import { OptionResult } from './option-result';

type OptionAnswersProps = {
  option: {
    optionUuid: string;
    name: string;
    count: number;
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
  /** Of the poll's administration. */
  path: string;
  open: boolean;
  /** The number of the answer before the first that is shown. */
  after: number;
  /** Answers at once. */
  size: number;
};

/** An option with its share; unfolds to who chose it, each of whose answers can be removed (F3). */
export function OptionAnswers({ option, total, path, open, after, size }: OptionAnswersProps) {
  const { optionUuid, name, count, answers } = option;
  const page = (number: number) => `${path}?option=${optionUuid}&after=${number}`;
  const last = answers.at(-1)?.number ?? after;
  const kept = after > 0 ? `?option=${optionUuid}&after=${after}` : `?option=${optionUuid}`;
  return (
    <Disclosure open={open} summary={name} note={<OptionResult count={count} total={total} />}>
      {answers.length === 0 ? (
        <p>Noch keine Antworten</p>
      ) : (
        <Table
          caption={`Antworten: ${name}`}
          rows={answers}
          rowKey={({ memberUuid }) => memberUuid}
          columns={[
            { label: 'Nr.', cell: ({ number }) => number },
            {
              label: 'Beantwortet am',
              cell: ({ created }) => (
                <span className="sm:whitespace-nowrap">{instantToText(created)}</span>
              ),
            },
            { label: 'Name', rowHeader: true, cell: answeredBy },
            {
              label: 'Aktionen',
              cell: ({ memberUuid }) => (
                <RowActions>
                  <RowLink
                    to={`${path}/answers/${optionUuid}/${memberUuid}/delete${kept}`}
                    tone="danger"
                    dialog
                  >
                    Antwort entfernen
                  </RowLink>
                </RowActions>
              ),
            },
          ]}
        />
      )}
      <PageLinks
        previous={after > 0 ? page(Math.max(0, after - size)) : null}
        next={last < count ? page(last) : null}
      />
    </Disclosure>
  );
}
