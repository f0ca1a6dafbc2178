/** Checks whether an input failed after it was launched, changed or started, and shows the reason. */
import { clusterInputStatesQuery } from '../../../api/queries/input-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useToasts } from '../../kit/feedback.js';
import { texts } from './texts.js';

/**
 * Returns a function that resolves to true if the input with an id has failed on a node, and then shows the reason in a
 * toast. The function resolves to false if the input has not failed, and if its state cannot be loaded.
 */
export function useFailedStart(): (id: string, title: string) => Promise<boolean> {
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  return async (id, title) => {
    try {
      const states = await queryClient.fetchQuery({ ...clusterInputStatesQuery(client), staleTime: 0 });
      const failed = Object.values(states)
        .flatMap((ofNode) => ofNode ?? [])
        .find((one) => one.id === id && (one.state === 'FAILED' || one.state === 'INVALID_CONFIGURATION'));
      if (failed) toast('error', failed.detailed_message ?? failed.state, texts.run.notStarted(title));
      return failed !== undefined;
    } catch {
      return false;
    }
  };
}
