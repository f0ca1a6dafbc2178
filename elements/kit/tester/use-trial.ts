/**
 * Tests a configuration on the server while it is edited: some time after the last keystroke, one request at a time;
 * outdated requests are aborted.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../use-debounced.js';

/** Milliseconds after the last change until the request is sent. */
const tryAfterMs = 300;

export interface TrialPlan<Input, Result> {
  /** Key that separates the trials of different testers. */
  readonly name: string;
  /** Everything that the result depends on; `undefined` while the input is incomplete. */
  readonly input: Input | undefined;
  readonly run: (input: Input, signal: AbortSignal) => Promise<Result>;
}

export interface Trial<Result> {
  /** Result of the current input, or of the previous one while the current is being tested. */
  readonly result: Result | undefined;
  readonly error: unknown;
  /** True while the result belongs to an older input. */
  readonly busy: boolean;
  /** Sends the request immediately. */
  readonly now: () => void;
}

export function useTrial<Input, Result>({ name, input, run }: TrialPlan<Input, Result>): Trial<Result> {
  const text = input === undefined ? '' : JSON.stringify(input);
  const settled = useDebounced(text, tryAfterMs);
  const [forced, setForced] = useState('');
  const ready = text !== '';
  const trial = useQuery({
    queryKey: ['trial', name, text],
    // An earlier request is aborted because its result is no longer needed.
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
