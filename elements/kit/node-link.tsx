import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nodesQuery } from '../../api/queries/nodes.js';
import { useConnection } from '../element/connection-context.js';
import { Link } from './link.js';
import { nodeName, nodeRoute } from './node-name.js';

/** A node by its name, with the way to its page; one that is no longer there by the beginning of its id. */
export function NodeLink({ nodeId }: { readonly nodeId: string }): ReactNode {
  const { client } = useConnection();
  const { data } = useQuery(nodesQuery(client));
  const node = data?.find(({ node_id }) => node_id === nodeId);
  const short = nodeId.slice(0, 8);
  // While they are not known, it may be there.
  if (data && !node) return <span title={nodeId}>{short}</span>;
  return <Link route={nodeRoute(nodeId)}>{node ? nodeName(node) : short}</Link>;
}
