/** Tries something on the server while it is being written: some time after the last key, never two at once; what is outdated is given up. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../use-debounced.js';

/** ms after the last change until it is tried. */
const tryAfterMs = 300;

export interface TrialPlan<Input, Result> {
  /** Keeps the trials of one tester apart from those of others. */
  readonly name: string;
  /** Everything that the result depends on; `undefined` while there is nothing to try. */
  readonly input: Input | undefined;
  readonly run: (input: Input, signal: AbortSignal) => Promise<Result>;
}

export interface Trial<Result> {
  /** Result of the current input, or of the previous one while it is being tried. */
  readonly result: Result | undefined;
  readonly error: unknown;
  /** The result is not yet that of the input. */
  readonly busy: boolean;
  /** Tries it at once. */
  readonly now: () => void;
}

export function useTrial<Input, Result>({ name, input, run }: TrialPlan<Input, Result>): Trial<Result> {
  const text = input === undefined ? '' : JSON.stringify(input);
  const settled = useDebounced(text, tryAfterMs);
  const [forced, setForced] = useState('');
  const ready = text !== '';
  const trial = useQuery({
    queryKey: ['trial', name, text],
    // An earlier request is aborted, because nobody waits for it any more.
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
