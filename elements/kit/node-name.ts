import type { NodeSummary } from '../../api/contract/system.js';
import { routeOf } from './pages.js';

/** Returns the displayed name of a node: the beginning of its id, and its host name. */
export const nodeName = ({ short_node_id: id, hostname }: Pick<NodeSummary, 'short_node_id' | 'hostname'>): string =>
  `${id} / ${hostname}`;

export const nodeRoute = (nodeId: string): string => routeOf('/system/nodes/:nodeId', { nodeId });
