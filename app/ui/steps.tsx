/**
 * Where one is in a task of several steps. `current` counts from 0; steps before it are shown as
 * done.
 */
export function Steps({ steps, current }: { steps: string[]; current: number }) {
  return (
    <ol className="steps" aria-label="Schritte">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current ? '' : undefined}
        >
          {step}
          {index < current && <span className="visually-hidden"> (erledigt)</span>}
        </li>
      ))}
    </ol>
  );
}
