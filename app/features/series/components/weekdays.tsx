import { type FieldMetadata, getCollectionProps } from '@conform-to/react';
import { WEEKDAYS } from '../rule';
import { weekdayNames } from '../wording';

/** A box for each day of the week, in one line of two letters each. */
export function Weekdays<Values extends Record<string, unknown>>({
  field,
}: {
  field: FieldMetadata<string[], Values, string[]>;
}) {
  const boxes = getCollectionProps(field, { type: 'checkbox', options: [...WEEKDAYS] });
  return (
    <div className="flex flex-wrap gap-x-4">
      {boxes.map(({ key, required: _native, ...box }, at) => {
        const day = weekdayNames[WEEKDAYS[at] ?? 'MO'];
        return (
          <label className="flex min-h-target cursor-pointer items-center gap-2" key={key}>
            <input {...box} aria-label={day} />
            <span>{day.slice(0, 2)}</span>
          </label>
        );
      })}
    </div>
  );
}
