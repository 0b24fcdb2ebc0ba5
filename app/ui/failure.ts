import { isRouteErrorResponse, useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/** The server's data on a failure, besides the status. */
export interface FailureData {
  /** Identifies the failed request in the log (B7). */
  readonly reference: string;
  /** True if that request was to save something. */
  readonly submitted: boolean;
  /** What happened, if the status does not say it all. */
  readonly title?: string;
  /** Why it was refused, if the status does not say it all. */
  readonly why?: string;
  /** The input of a form that may no longer be shown. */
  readonly typed?: readonly string[];
  /** Where to go on, if not to the start page. */
  readonly way?: { readonly to: string; readonly label: string };
}

/** What an error screen can tell about an error. */
export interface Failure extends Pick<FailureData, 'title' | 'why' | 'typed' | 'way'> {
  /** 'unreachable' without a response from this server, which may be due to the network. */
  readonly status: number | 'unreachable';
  readonly reference?: string;
  readonly submitted: boolean;
}

let submittedLast = false;

/** Remembers, in the browser, whether the current navigation submits; called by the document. */
export function useSubmissionMemory(): void {
  const { state, formMethod } = useNavigation();
  useEffect(() => {
    if (state !== 'idle') submittedLast = formMethod !== undefined && formMethod !== 'GET';
  }, [state, formMethod]);
}

/**
 * Classifies an error that a boundary caught.
 * @param loaded reference of the request that loaded the page, for errors without one
 */
export function useFailure(error: unknown, loaded?: string): Failure {
  const [submittedHere] = useState(() => submittedLast);
  if (!isRouteErrorResponse(error)) {
    if (isUnreachable(error)) return { status: 'unreachable', submitted: submittedHere };
    return { status: 500, reference: loaded, submitted: submittedHere };
  }
  const {
    reference = loaded,
    submitted = false,
    ...rest
  } = (error.data ?? {}) as Partial<FailureData>;
  return { ...rest, status: error.status, reference, submitted: submitted || submittedHere };
}

/** Matches the messages of browsers for a failed request, and of Remix for a foreign response. */
function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Error && /fetch|network|load failed|unable to decode/i.test(error.message)
  );
}
