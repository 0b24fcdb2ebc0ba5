import type { Color } from '../fields';

/** For light and dark screens alike. */
const FILLS: Readonly<Record<Color, string>> = {
  gray: '#8a8172',
  red: '#c8443a',
  orange: '#d9802b',
  yellow: '#c9a51c',
  green: '#3f9b5f',
  teal: '#2f9a9a',
  blue: '#3f78c4',
  purple: '#8d5bb5',
};

/** The name of a group behind its dot; the colour says nothing that the name does not. */
export function GroupName({ name, color }: { name: string; color: Color }) {
  return (
    <>
      <svg className="mr-2 inline-block size-3" viewBox="0 0 2 2" aria-hidden="true">
        <circle cx="1" cy="1" r="1" fill={FILLS[color]} />
      </svg>
      {name}
    </>
  );
}
