/** Finds the pipelines that use a renamed rule, and updates their sources. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { reasonOf } from '../../../api/failures.js';
import {
  pipelineQuery,
  pipelinesQuery,
  savePipelineMutation,
  type StoredPipeline,
} from '../../../api/queries/pipelines.js';
import { renameRule } from '../../../machines/pipelines/pipeline-edits.js';
import { useConnection } from '../../element/connection-context.js';
import { useToasts } from '../../kit/feedback.js';
import { texts } from './texts.js';

export interface Renaming {
  /** Pipelines that use the rule by its former title; empty until they are loaded. */
  readonly usedIn: readonly StoredPipeline[];
  /** True once the pipelines are loaded; before, and after a failure, it is unknown which of them use the rule. */
  readonly knowsUse: boolean;
  /**
   * Replaces the former title of the rule by `after` in all pipelines that use the rule, which are loaded first if
   * necessary; a toast reports each failure.
   */
  readonly rewrite: (after: string) => Promise<void>;
}

export function useRenaming(before: string | undefined): Renaming {
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const { data } = useQuery({ ...pipelinesQuery(client), enabled: before !== undefined });
  const saving = useMutation(savePipelineMutation(client, queryClient));
  const usersOf = (pipelines: readonly StoredPipeline[]): readonly StoredPipeline[] =>
    before === undefined ? [] : pipelines.filter(({ stages }) => stages.some(({ rules }) => rules.includes(before)));
  return {
    usedIn: usersOf(data ?? []),
    knowsUse: data !== undefined,
    async rewrite(after) {
      if (before === undefined) return;
      const pipelines = await queryClient.ensureQueryData(pipelinesQuery(client)).catch((error: unknown) => {
        toast('error', texts.form.usesUnknown(reasonOf(error)), texts.form.failed);
        return [];
      });
      for (const { id, title } of usersOf(pipelines)) {
        try {
          const { source, description } = await queryClient.fetchQuery({ ...pipelineQuery(client, id), staleTime: 0 });
          const renamed = renameRule(source, before, after);
          if (renamed === undefined || renamed === source) continue;
          await saving.mutateAsync({ id, source: renamed, description: description ?? '' });
        } catch (error) {
          toast('error', texts.form.rewriteFailed(title ?? id, reasonOf(error)), texts.form.failed);
        }
      }
    },
  };
}
