import type { NodeSummary } from '../../api/contract/system.js';

/** What a node is called: the beginning of its id, and its host. */
export const nodeName = ({ short_node_id: id, hostname }: Pick<NodeSummary, 'short_node_id' | 'hostname'>): string =>
  `${id} / ${hostname}`;
