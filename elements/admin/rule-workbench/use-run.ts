/**
 * Runs the rule on the samples while the rule is edited, `runAfterMs` after the last keystroke. Outdated runs are
 * aborted.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { WorkbenchAnswer } from '../../../api/contract/rule-workbench.js';
import type { MessageFields } from '../../../api/contract/searches.js';
import { mostSamples } from '../../../api/contract/rule-workbench.schema.js';
import { runRule } from '../../../api/queries/rule-workbench.js';
import { useConnection } from '../../element/connection-context.js';
import { useDebounced } from '../../kit/use-debounced.js';

/** Milliseconds from the last keystroke to the run, few enough to show the answer within 300 ms of the keystroke. */
const runAfterMs = 100;

export interface WorkbenchRun {
  /** Latest answer; undefined: no run yet; null: the server has no workbench. */
  readonly answer: WorkbenchAnswer | null | undefined;
  /** True if the answer belongs to the current source, samples and pipeline. */
  readonly current: boolean;
  readonly error: unknown;
}

export function useRun(
  source: string,
  messages: readonly MessageFields[] | undefined,
  pipelineId: string | undefined,
): WorkbenchRun {
  const { client } = useConnection();
  const settled = useDebounced(source, runAfterMs);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['workbench', settled, pipelineId, messages],
    queryFn: ({ signal }) =>
      runRule(
        client,
        {
          source: settled,
          messages: (messages ?? []).slice(0, mostSamples),
          ...(pipelineId !== undefined && { pipeline_id: pipelineId }),
        },
        signal,
      ),
    enabled: messages !== undefined && messages.length > 0 && settled.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return { answer: data, current: settled === source && !isPlaceholderData, error: error ?? undefined };
}
