import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf connections are taken, and how many one user may hold at once. */
export interface Owner {
  readonly key: string;
  readonly connections: number;
}

// By name, as server and screens are built apart.
const OWNERS = Symbol.for('vereinsheim.owners');
const shared = globalThis as { [OWNERS]?: AsyncLocalStorage<Owner> };
shared[OWNERS] ??= new AsyncLocalStorage();
const owners = shared[OWNERS];

/** Runs something on behalf of one user: the connections that it takes count as theirs. */
export const onBehalfOf = <T>(owner: Owner, work: () => T): T => owners.run(owner, work);

/** The user that connections are currently taken for; undefined for the server itself and visitors. */
export const presentOwner = (): Owner | undefined => owners.getStore();
