import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** True once the page's scripts run: false on the server and during hydration. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
