/**
 * Endpoints of views, which are saved searches and dashboards, and their overview lists (contract search V1–V5,
 * G4).
 */
import { endpoint } from './endpoint.js';
import type { BulkAnswer, BulkRequest, EntityPage, PagedBody, PageQuery } from './list.schema.js';
import type { Parameter } from './searches.schema.js';
import type { View, ViewInput, ViewSummary } from './views.schema.js';

export type * from './views.schema.js';
export type * from './list.schema.js';

const readable = { handler: 'view:read:{id}, for a dashboard also dashboards:read:{id}; else 404' } as const;

/** Lists saved searches and dashboards together, including their states. */
export const listViews = endpoint<{ query: PageQuery; answer: PagedBody & { views: View[] } }>()('GET', '/views', {
  handler: 'only what the caller may read',
});
/** Returns a view and records it as last opened by the user; the id `default` stands for the default view. */
export const getView = endpoint<{ answer: View }>()('GET', '/views/{viewId}', readable);
export const createView = endpoint<{ body: ViewInput; answer: View }>()('POST', '/views', {
  handler: 'dashboards:create for a dashboard, nothing for a search',
});
/** Replaces a view completely; the id in the path counts, an id in the body is ignored. */
export const updateView = endpoint<{ body: ViewInput; answer: View }>()('PUT', '/views/{viewId}', {
  handler: 'view:edit:{id}, for a dashboard also dashboards:edit:{id}',
});
export const deleteView = endpoint<{ answer: View }>()('DELETE', '/views/{viewId}', { needs: 'view:delete:{viewId}' });
/** Returns a dashboard under its earlier path; the answer is 404 for a saved search. */
export const getDashboard = endpoint<{ answer: View }>()('GET', '/dashboards/{dashboardId}', readable);
export const updateDashboard = endpoint<{ body: ViewInput; answer: View }>()('PUT', '/dashboards/{dashboardId}', {
  handler: 'view:edit:{id} or dashboards:edit:{id}',
});
export const deleteDashboard = endpoint<{ answer: View }>()('DELETE', '/dashboards/{dashboardId}', {
  needs: 'view:delete:{dashboardId}',
});
export const deleteViews = endpoint<{ body: BulkRequest; answer: BulkAnswer }>()('POST', '/views/bulk_delete', {
  handler: 'view:delete:{id} for each',
});
export const setDefaultView = endpoint<{ answer: undefined }>()(
  'PUT',
  '/views/{viewId}/default',
  { handler: 'view:read:{id} and default-view:set' },
  { produces: 'nothing' },
);

export interface ViewParameters {
  id: string;
  type: ViewSummary['type'];
  title: string;
  summary: string;
  description: string;
  parameters: Parameter[];
}
/** Lists the views that the user may read and whose search declares parameters. */
export const viewsForValue = endpoint<{ body: Record<string, unknown> | undefined; answer: ViewParameters[] }>()(
  'POST',
  '/views/forValue',
  'session',
);

export const listDashboards = endpoint<{ query: PageQuery; answer: EntityPage<ViewSummary> }>()('GET', '/dashboards', {
  handler: 'only what the caller may read',
});
export const listSavedSearches = endpoint<{ query: PageQuery; answer: EntityPage<ViewSummary> }>()(
  'GET',
  '/search/saved',
  { handler: 'only what the caller may read' },
);
