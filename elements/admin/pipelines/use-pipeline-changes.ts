/**
 * Stores changes of a pipeline's source; a change is refused if another user has changed the source since it was
 * loaded.
 */
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { reasonOf } from '../../../api/failures.js';
import {
  pipelineQuery,
  pipelinesKey,
  savePipelineMutation,
  type StoredPipeline,
} from '../../../api/queries/pipelines.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useToasts } from '../../kit/feedback.js';
import { texts } from './texts.js';

export interface PipelineChange {
  /**
   * Edits the source.
   * @returns the new source; undefined when the edit does not apply
   */
  readonly edit: (source: string) => string | undefined;
  readonly description?: string;
}

/**
 * Edits the stored source of a pipeline and saves it.
 *
 * @throws Error with the reason when the source was changed since it was loaded, cannot be edited or was refused by the
 * server
 */
export type ChangePipeline = (change: PipelineChange) => Promise<void>;

export function usePipelineChanges(pipeline: StoredPipeline): ChangePipeline {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { mutateAsync } = useMutation(savePipelineMutation(client, queryClient));
  /** Source that this hook stored last; `pipeline` may still contain the source before it. */
  const written = useRef<string>(undefined);
  /** Settles when the previous change has been stored, because changes are stored one after another. */
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const store = async ({ edit, description }: PipelineChange): Promise<void> => {
    const { id } = pipeline;
    const now = await queryClient.fetchQuery({ ...pipelineQuery(client, id), staleTime: 0 });
    if (now.source !== pipeline.source && now.source !== written.current) {
      await queryClient.invalidateQueries({ queryKey: pipelinesKey });
      throw new Error(texts.stages.changedMeanwhile);
    }
    const source = edit(now.source);
    if (source === undefined) throw new Error(texts.page.notEditable);
    await mutateAsync({ id, source, description: description ?? now.description ?? '' });
    written.current = source;
    emit('log-changed', { type: 'pipeline', id });
  };
  return (change) => {
    const stored = last.current.then(() => store(change));
    last.current = stored.catch(() => undefined);
    return stored;
  };
}

/** Returns a function that stores a change made without a form; a toast reports a failure. */
export function useReportedChange(pipeline: StoredPipeline): (edit: PipelineChange['edit']) => Promise<void> {
  const change = usePipelineChanges(pipeline);
  const { toast } = useToasts();
  return async (edit) => {
    try {
      await change({ edit });
    } catch (error) {
      toast('error', reasonOf(error), texts.stages.failed);
    }
  };
}
