/**
 * Describes the processing steps of a message in the configured order (contract administration, message processors).
 */
import type { IncomingMessage } from '../store/types.js';

export interface Processing {
  /** True: extractors and static fields are applied. */
  readonly filters: boolean;
  /** Step at which the GeoIP resolver adds geographical fields; absent: the resolver is disabled. */
  readonly geo?: 'beforeFilters' | 'afterFilters';
  /** True: stream rules are evaluated; false: every message goes into the default stream only. */
  readonly streams: boolean;
  /** True: stream rules see messages before extractors and static fields. */
  readonly streamsFirst: boolean;
  /** True: pipelines run. */
  readonly pipelines: boolean;
  /**
   * Steps that run after the pipelines, so that the rules of pipelines see messages without the effects of these steps.
   */
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
 * Steps that remain for a message after the pipelines; needed only for an unusual order of processors. The steps are
 * also applied to messages that the pipelines create from the message.
 */
export const laterSteps = new WeakMap<IncomingMessage, (message: IncomingMessage) => void>();

/** Runs pipelines over messages and returns the messages to store; it neither throws nor rejects. */
export type RunPipelines = (
  messages: readonly IncomingMessage[],
) => readonly IncomingMessage[] | Promise<readonly IncomingMessage[]>;

/**
 * Returns a function that runs the pipelines, and afterwards the remaining steps of each message.
 * @param steps returns the processing steps that are configured at present
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
