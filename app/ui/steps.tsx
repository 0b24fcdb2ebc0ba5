const STEP =
  'flex items-center gap-2 [counter-increment:step] before:grid before:size-7 ' +
  'before:place-items-center before:rounded-[50%] before:border-2 before:text-sm before:font-bold';

const STATES = {
  done: "before:text-green before:[content:'✓'_/_'']",
  current:
    'font-bold text-ink before:border-green before:bg-green before:text-on-green ' +
    'before:[content:counter(step)]',
  ahead: 'before:[content:counter(step)]',
};

/** The steps of a task. `current` counts from 0; the steps before it are shown as done. */
export function Steps({ steps, current }: { steps: string[]; current: number }) {
  return (
    <ol
      className="flex flex-wrap gap-x-6 gap-y-1 text-muted [counter-reset:step]"
      aria-label="Schritte"
    >
      {steps.map((step, at) => (
        <li
          key={step}
          className={`${STEP} ${STATES[at < current ? 'done' : at === current ? 'current' : 'ahead']}`}
          aria-current={at === current ? 'step' : undefined}
        >
          {step}
          {at < current && <span className="visually-hidden"> (erledigt)</span>}
        </li>
      ))}
    </ol>
  );
}
