export interface ProcessIdentity {
  pid: number;
  started: string;
}
export function thisProcess(): ProcessIdentity;
export function isRunning(process: ProcessIdentity): boolean;
export function startOf(pid: number): string | undefined;
export function withLock<Result>(
  path: string,
  run: () => Promise<Result> | Result,
  options?: { timeoutMs?: number; onWait?: (pid: number) => void },
): Promise<Result>;
