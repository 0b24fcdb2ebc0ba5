/** The steps of a task. `current` counts from 0; the steps before it are done. */
export function Steps({ steps, current }: { steps: string[]; current: number }) {
  return (
    <ol
      className="flex list-inside list-decimal flex-wrap gap-x-6 gap-y-1 text-muted"
      aria-label="Schritte"
    >
      {steps.map((step, at) => (
        <li
          key={step}
          className={at === current ? 'font-semibold text-ink' : undefined}
          aria-current={at === current ? 'step' : undefined}
        >
          {step}
          {at < current && <span className="visually-hidden"> (erledigt)</span>}
        </li>
      ))}
    </ol>
  );
}
