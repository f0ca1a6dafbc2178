/** Contains the routes of nodes and their sub-pages. */
import { nodeRoute } from '../../kit/node-name.js';
import { routeOf } from '../../kit/pages.js';

export const routes = {
  list: '/system/nodes',
  node: nodeRoute,
  metrics: (nodeId: string, filter?: string): string =>
    `${routeOf('/system/metrics/node/:nodeId', { nodeId })}${filter === undefined ? '' : `?filter=${encodeURIComponent(filter)}`}`,
  inputs: (nodeId: string): string => routeOf('/system/inputs/:nodeId', { nodeId }),
  threadDump: (nodeId: string): string => routeOf('/system/threaddump/:nodeId', { nodeId }),
  bufferDump: (nodeId: string): string => routeOf('/system/processbufferdump/:nodeId', { nodeId }),
  logging: '/system/logging',
} as const;
