/** A value for each entry of a table of fields, under the same name. */
export function mapped<Name extends string, Entry, Value>(
  table: Readonly<Record<Name, Entry>>,
  each: (entry: Entry, name: Name) => Value,
): Record<Name, Value> {
  const entries = Object.entries(table) as Array<[Name, Entry]>;
  return Object.fromEntries(entries.map(([name, entry]) => [name, each(entry, name)])) as Record<
    Name,
    Value
  >;
}

/** Maps an object's fields to their columns, once for reading and writing. */
type Columns = Readonly<Record<string, string>>;

type Selected<Table extends string, Map extends Columns> = {
  [Field in keyof Map & string]: `${Table}.${Map[Field]} as ${Field}`;
}[keyof Map & string];

/** The columns under the names of their fields, for `select` and `returning`. */
export function selected<Table extends string, const Map extends Columns>(
  table: Table,
  columns: Map,
): ReadonlyArray<Selected<Table, Map>> {
  return Object.entries(columns).map(
    ([field, column]) => `${table}.${column} as ${field}` as Selected<Table, Map>,
  );
}

type Stored<Map extends Columns, Fields> = {
  [Field in keyof Map & keyof Fields as Map[Field]]: Fields[Field];
};

/** The fields under the names of their columns, for `values` and `set`. */
export function stored<
  const Map extends Columns,
  Fields extends Readonly<Record<keyof Map, unknown>>,
>(columns: Map, fields: Fields): Stored<Map, Fields> {
  return Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [column, fields[field]]),
  ) as Stored<Map, Fields>;
}
