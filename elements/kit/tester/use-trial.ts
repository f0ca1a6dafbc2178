/**
 * Tests a configuration on the server while the user edits it. A request is sent `tryAfterMs` after the last change;
 * a request for an older input is aborted.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../use-debounced.js';

/** Milliseconds between the last change and the request. */
const tryAfterMs = 300;

export interface TrialPlan<Input, Result> {
  /** Name that separates the results of different testers in the query cache. */
  readonly name: string;
  /** Everything that the result depends on, as a JSON value; undefined while the input is incomplete. */
  readonly input: Input | undefined;
  readonly run: (input: Input, signal: AbortSignal) => Promise<Result>;
}

export interface Trial<Result> {
  /**
   * Result for the current input, or for the previous input while the current one is being tested; undefined while the
   * input is incomplete, and before the first result.
   */
  readonly result: Result | undefined;
  readonly error: unknown;
  /** True from a change of the input until the server has answered; false while the input is incomplete. */
  readonly busy: boolean;
  /** Sends the request for the current input immediately; after a failure, sends it again. */
  readonly now: () => void;
}

export function useTrial<Input, Result>({ name, input, run }: TrialPlan<Input, Result>): Trial<Result> {
  const text = input === undefined ? '' : JSON.stringify(input);
  const settled = useDebounced(text, tryAfterMs);
  const [forced, setForced] = useState('');
  const ready = text !== '';
  const trial = useQuery({
    queryKey: ['trial', name, text],
    // Cast: the text was serialised above from an `Input`. The query library aborts the signal when the input changes,
    // because the result is no longer needed.
    queryFn: ({ signal }) => run(JSON.parse(text) as Input, signal),
    enabled: ready && (settled === text || forced === text),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return {
    result: ready ? trial.data : undefined,
    error: ready ? (trial.error ?? undefined) : undefined,
    busy: ready && (trial.isPending || trial.isPlaceholderData || trial.isFetching),
    now: () => {
      setForced(text);
      if (trial.error) void trial.refetch();
    },
  };
}
