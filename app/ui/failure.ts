import { isRouteErrorResponse, useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/** What the server says of a failure beside its status. */
export interface FailureData {
  /** Of the request that failed, as in the log (B7). */
  readonly reference: string;
  /** Whether that request was to save something. */
  readonly submitted: boolean;
}

/** What an error screen can truly say of an error. */
export interface Failure {
  /** 'unreachable' where no answer came, or none of this server: it may be the network. */
  readonly status: number | 'unreachable';
  readonly reference?: string;
  readonly submitted: boolean;
}

let submittedLast = false;

/**
 * Keeps in mind, in the browser, whether what is under way submits something; called once, by the
 * document.
 */
export function useSubmissionMemory(): void {
  const { state, formMethod } = useNavigation();
  useEffect(() => {
    if (state !== 'idle') submittedLast = formMethod !== undefined && formMethod !== 'GET';
  }, [state, formMethod]);
}

/**
 * Judges an error that a boundary caught.
 * @param loaded the request that the page's data are from, for errors that name none
 */
export function useFailure(error: unknown, loaded?: string): Failure {
  const [submittedHere] = useState(() => submittedLast);
  if (!isRouteErrorResponse(error)) {
    if (isUnreachable(error)) return { status: 'unreachable', submitted: submittedHere };
    return { status: 500, reference: loaded, submitted: submittedHere };
  }
  const { reference = loaded, submitted = false } = (error.data ?? {}) as Partial<FailureData>;
  return { status: error.status, reference, submitted: submitted || submittedHere };
}

/**
 * What browsers say when a request came to nothing, and Remix when the answer was not this
 * server's.
 */
function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Error && /fetch|network|load failed|unable to decode/i.test(error.message)
  );
}
