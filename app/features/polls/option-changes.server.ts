interface Option {
  readonly optionUuid: string;
  readonly name: string;
}

/** The changes that turn a poll's options into those of an edit. */
export interface OptionChanges<Stored extends Option> {
  readonly renamed: ReadonlyArray<{ option: Stored; name: string }>;
  readonly deleted: readonly Stored[];
  /** Names, in their order. */
  readonly added: readonly string[];
}

/**
 * Compares the options of a poll with the rows of an edit. A row without one of the poll's options
 * stands for an option of the same name, if any, so that repeating an edit adds nothing.
 * @param names of the rows; '' deletes the row's option
 * @param uuids the option of each row; none for a new one
 */
export function optionChanges<Stored extends Option>(
  stored: readonly Stored[],
  names: readonly string[],
  uuids: ReadonlyArray<string | undefined>,
): OptionChanges<Stored> {
  const left = new Set(stored);
  function take(fits: (option: Stored) => boolean) {
    const option = [...left].find(fits);
    if (option) left.delete(option);
    return option;
  }
  const known = names.map((name, at) => ({
    name,
    option: take(({ optionUuid }) => optionUuid === uuids[at]),
  }));
  const rows = known
    .filter(({ name, option }) => name !== '' || option)
    .map(({ name, option }) => ({ name, option: option ?? take((each) => each.name === name) }));
  const ofStored = rows.flatMap(({ name, option }) => (option ? [{ name, option }] : []));
  return {
    renamed: ofStored.filter(({ name, option }) => name !== '' && name !== option.name),
    deleted: [...left, ...ofStored.flatMap(({ name, option }) => (name === '' ? option : []))],
    added: rows.flatMap(({ name, option }) => (option ? [] : name)),
  };
}
