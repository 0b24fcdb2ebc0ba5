/** Above a step's own heading: which one it is, and what follows. `current` counts from 0. */
export function Steps({ steps, current }: { steps: string[]; current: number }) {
  return (
    <div className="flex flex-wrap gap-1 text-sm text-muted">
      <p aria-hidden="true">
        Schritt {current + 1} von {steps.length}
        {current + 1 < steps.length && ', danach:'}
      </p>
      <ol aria-label="Schritte">
        {steps.map((step, at) => (
          <li
            key={step}
            className={at > current ? undefined : 'visually-hidden'}
            aria-current={at === current ? 'step' : undefined}
          >
            {step}
            {at < current && ' (erledigt)'}
          </li>
        ))}
      </ol>
    </div>
  );
}
