/** The dates of a month; `away` marks those that fall out. */
export interface Month {
  readonly heading: string;
  readonly dates: ReadonlyArray<{ readonly text: string; readonly away: boolean }>;
}

/** The dates of a preview: lines, since there may be two hundred of them. */
export function DatesByMonth({ months }: { months: readonly Month[] }) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-5">
      {months.map(({ heading, dates }) => (
        <section key={heading}>
          <h3 className="mb-1">{heading}</h3>
          <ul>
            {dates.map(({ text, away }) => (
              <li key={text} className={away ? 'text-muted wrap-anywhere' : 'wrap-anywhere'}>
                {text}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
