/** Contains the routes of inputs and their sub-pages. */
import { nodeRoute } from '../../kit/node-name.js';
import { routeOf } from '../../kit/pages.js';

export const routes = {
  list: '/system/inputs',
  ofNode: (nodeId: string): string => routeOf('/system/inputs/:nodeId', { nodeId }),
  node: nodeRoute,
  /** Returns the route of a search for all messages that an input has received. */
  received: (inputId: string): string =>
    `/search?${new URLSearchParams({ rangetype: 'relative', relative: '0', q: `gl2_source_input:${inputId}` }).toString()}`,
  metrics: (nodeId: string, inputId: string): string =>
    `${routeOf('/system/metrics/node/:nodeId', { nodeId })}?filter=${encodeURIComponent(inputId)}`,
} as const;
