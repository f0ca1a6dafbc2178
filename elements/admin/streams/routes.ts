/** Contains the routes of streams. */
import { routeOf } from '../../kit/pages.js';

export const routes = {
  list: '/streams',
  rules: (streamId: string): string => routeOf('/streams/:streamId/edit', { streamId }),
  search: (streamId: string): string => routeOf('/streams/:streamId/search', { streamId }),
  outputs: (streamId: string): string => routeOf('/streams/:streamId/outputs', { streamId }),
  alerts: (streamId: string): string => `/alerts?stream_id=${encodeURIComponent(streamId)}`,
  indexSet: (indexSetId: string): string => routeOf('/system/index_sets/:indexSetId', { indexSetId }),
} as const;
