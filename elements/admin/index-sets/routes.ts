/** Contains the routes of index sets, of storage failures, and of a message. */
import { routeOf } from '../../kit/pages.js';

export const routes = {
  list: '/system/indices',
  failures: '/system/indices/failures',
  message: (index: string, messageId: string): string => routeOf('/messages/:index/:messageId', { index, messageId }),
  create: '/system/index_sets/create',
  details: (indexSetId: string): string => routeOf('/system/index_sets/:indexSetId', { indexSetId }),
  edit: (indexSetId: string, from?: 'details'): string =>
    routeOf('/system/index_sets/:indexSetId/configuration', { indexSetId }) + (from ? `?from=${from}` : ''),
} as const;
