import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nodesQuery } from '../../api/queries/nodes.js';
import { useConnection } from '../element/connection-context.js';
import { Link } from './link.js';
import { nodeName, nodeRoute } from './node-name.js';

/** Renders a link to a node with the node's name; for a removed node, the beginning of its id without a link. */
export function NodeLink({ nodeId }: { readonly nodeId: string }): ReactNode {
  const { client } = useConnection();
  const { data } = useQuery(nodesQuery(client));
  const node = data?.find(({ node_id }) => node_id === nodeId);
  const short = nodeId.slice(0, 8);
  // While the list of nodes is loading, the node is assumed to exist.
  if (data && !node) return <span title={nodeId}>{short}</span>;
  return <Link route={nodeRoute(nodeId)}>{node ? nodeName(node) : short}</Link>;
}
