/**
 * Runs tasks one after the other, all of them: one that fails keeps no other from its turn.
 * @throws AggregateError of what failed
 */
export async function attemptAll(tasks: ReadonlyArray<() => Promise<unknown>>): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks) await task().catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed`);
}
