/** Contains the routes of the event definition pages. */
import { routeOf } from '../../kit/pages.js';

export const paths = {
  list: '/alerts/definitions',
  create: '/alerts/definitions/new',
  show: '/alerts/definitions/:definitionId',
  edit: '/alerts/definitions/:definitionId/edit',
} as const;

export const routes = {
  list: paths.list,
  create: paths.create,
  show: (definitionId: string): string => routeOf(paths.show, { definitionId }),
  edit: (definitionId: string): string => routeOf(paths.edit, { definitionId }),
  /** Returns the route of the page for replays; some consoles have no such page. */
  replay: (definitionId: string): string => `${routeOf(paths.show, { definitionId })}/replay-search`,
} as const;
