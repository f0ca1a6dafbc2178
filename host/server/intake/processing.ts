/** Processing steps of a message in the configured order (contract administration, message processors). */
import type { IncomingMessage } from '../store/types.js';

export interface Processing {
  /** Extractors and static fields. */
  readonly filters: boolean;
  /** Step at which Geo-IP adds places to addresses; absent: none. */
  readonly geo?: 'beforeFilters' | 'afterFilters';
  /** The rules of streams; without them every message is of the default stream only. */
  readonly streams: boolean;
  /** Rules see messages as they came, before extractors and static fields. */
  readonly streamsFirst: boolean;
  /** Pipelines of streams. */
  readonly pipelines: boolean;
  /** Steps that come after the pipelines, so that rules see messages as they were before them. */
  readonly afterPipelines: { readonly filters: boolean; readonly streams: boolean };
}

export const usualProcessing: Processing = {
  filters: true,
  streams: true,
  streamsFirst: false,
  pipelines: true,
  afterPipelines: { filters: false, streams: false },
};

/**
 * Steps that a message still has to go through once its pipelines are through: only where the order of processors is not the usual one.
 * Messages that rules make of it go through them as well.
 */
export const laterSteps = new WeakMap<IncomingMessage, (message: IncomingMessage) => void>();

/** Runs pipelines over messages; gives what is stored in their place. Never fails. */
export type RunPipelines = (
  messages: readonly IncomingMessage[],
) => readonly IncomingMessage[] | Promise<readonly IncomingMessage[]>;

/**
 * Pipelines, and after them the steps that are left of each message.
 * @param steps as they are set now
 */
export function pipelinesOf(run: RunPipelines, steps: () => Processing): RunPipelines {
  const oneByOne = async (messages: readonly IncomingMessage[]): Promise<IncomingMessage[]> => {
    const processed: IncomingMessage[] = [];
    for (const message of messages) {
      const finish = laterSteps.get(message);
      for (const result of await run([message])) {
        finish?.(result);
        processed.push(result);
      }
    }
    return processed;
  };
  return (messages) => {
    const { pipelines, afterPipelines } = steps();
    if (!pipelines) return messages;
    return afterPipelines.filters || afterPipelines.streams ? oneByOne(messages) : run(messages);
  };
}
