import { type FieldMetadata, getCollectionProps } from '@conform-to/react';
import { TextField } from '~/ui/field';
import { FieldGroup } from '~/ui/field-frame';
import { COLORS, type Color, labels } from '../fields';
import { colorTexts } from '../wording';
import { GroupName } from './group-name';

type Fields = { name: FieldMetadata<string>; color: FieldMetadata<string> };

export function GroupFields({ fields: { name, color } }: { fields: Fields }) {
  const radios = getCollectionProps(color, { type: 'radio', options: [...COLORS] });
  return (
    <>
      <TextField field={name} label={labels.name} autoComplete="off" maxLength={100} />
      <FieldGroup field={color} label={labels.color}>
        <div className="grid grid-cols-2 gap-x-6">
          {radios.map(({ key, required: _native, ...props }) => (
            <label
              className="flex min-h-target cursor-pointer items-center gap-3"
              key={props.value}
            >
              <input key={key} {...props} />
              <span className="min-w-0">
                <GroupName name={colorTexts[props.value as Color]} color={props.value as Color} />
              </span>
            </label>
          ))}
        </div>
      </FieldGroup>
    </>
  );
}
