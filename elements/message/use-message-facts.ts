import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { searchesDefaults } from '../../api/contract/cluster-config-names.js';
import { searchesConfigQuery } from '../../api/queries/cluster-config.js';
import { inputQuery } from '../../api/queries/inputs.js';
import { nodesQuery } from '../../api/queries/nodes.js';
import { streamOptions, streamsQuery } from '../../api/queries/streams.js';
import { useConnection, useHasAccount, usePermission } from '../element/connection-context.js';
import type { ResultMessage } from '../widgets/faces.js';
import { inputIdOf, nodeIdOf, type MessageOrigin } from './message-origin.js';
import type { SurroundingConfig } from './surrounding.js';

/**
 * Resolves the message's input, node and streams. An id replaces a name that cannot be loaded. The input is requested
 * only with the permission to read it. The nodes are requested only for users with an account, not for guests of embed
 * tokens.
 */
export function useMessageOrigin(message: ResultMessage): MessageOrigin {
  const { client } = useConnection();
  const inputId = inputIdOf(message);
  const nodeId = nodeIdOf(message);
  const mayReadInput = usePermission(`inputs:read:${inputId ?? ''}`);
  const hasAccount = useHasAccount();
  const { data: input } = useQuery({
    ...inputQuery(client, inputId ?? ''),
    enabled: inputId !== undefined && mayReadInput,
  });
  const { data: nodes } = useQuery({ ...nodesQuery(client), enabled: nodeId !== undefined && hasAccount });
  const { data: streams } = useQuery({ ...streamsQuery(client), select: streamOptions });
  const node = nodes && (nodes.find((one) => one.node_id === nodeId) ?? null);
  return { input, node, streams };
}

/** Returns the configured ranges and fields for "Show surrounding messages"; undefined until loaded. */
export function useSurroundingConfig(): SurroundingConfig | undefined {
  const { client } = useConnection();
  const { data } = useQuery(searchesConfigQuery(client));
  return useMemo(
    () =>
      data && {
        options: data.surrounding_timerange_options ?? searchesDefaults.surrounding_timerange_options,
        filterFields: data.surrounding_filter_fields ?? searchesDefaults.surrounding_filter_fields,
      },
    [data],
  );
}
