import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nodesQuery } from '../../api/queries/nodes.js';
import { useConnection } from '../element/connection-context.js';
import { Link } from './link.js';
import { nodeName, nodeRoute } from './node-name.js';

/** Link to a node with its name; a removed node is shown by the beginning of its id. */
export function NodeLink({ nodeId }: { readonly nodeId: string }): ReactNode {
  const { client } = useConnection();
  const { data } = useQuery(nodesQuery(client));
  const node = data?.find(({ node_id }) => node_id === nodeId);
  const short = nodeId.slice(0, 8);
  // While nodes are loading, the node may still exist.
  if (data && !node) return <span title={nodeId}>{short}</span>;
  return <Link route={nodeRoute(nodeId)}>{node ? nodeName(node) : short}</Link>;
}
