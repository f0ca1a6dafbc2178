/**
 * Copies a widget of a search, or a page, to a stored dashboard (screens/search.md §13). It loads the dashboard, adds
 * the copy, and stores the dashboard's search and view.
 */
import type { Client } from '../api/client.js';
import { createSearch, getSearch } from '../api/contract/searches.js';
import { getView, updateView } from '../api/contract/views.js';
import { queryIds, withFreshSearch, type StoredSearch, type ViewDocument } from './view/document.js';
import type { Ids } from './view/ids.js';
import { randomIds } from './view/ids.js';
import { copyPage } from './view/pages.js';
import { copyWidgetToDashboard } from './view/transfer.js';

export interface WidgetToCopy {
  readonly source: ViewDocument;
  readonly queryId: string;
  readonly widgetId: string;
  readonly dashboardId: string;
}

/**
 * Copies a widget.
 * @throws ApiFailure when a call fails; Error when the widget or a page of the dashboard is missing
 */
export async function storeCopyOnDashboard(
  client: Client,
  { source, queryId, widgetId, dashboardId }: WidgetToCopy,
  ids: Ids = randomIds,
): Promise<void> {
  await storeChanged(client, dashboardId, (target) => copyWidgetToDashboard(source, queryId, widgetId, target, ids));
}

/**
 * Adds a copy of a page at the end of another dashboard.
 * @returns the id of the new page
 * @throws ApiFailure when a call fails
 */
export async function storePageOnDashboard(
  client: Client,
  { source, queryId, dashboardId }: Omit<WidgetToCopy, 'widgetId'>,
  ids: Ids = randomIds,
): Promise<string> {
  const stored = await storeChanged(client, dashboardId, (target) =>
    withFreshSearch(copyPage(source, queryId, target, ids), ids),
  );
  return queryIds(stored).at(-1) ?? '';
}

async function storeChanged(
  client: Client,
  dashboardId: string,
  change: (target: ViewDocument) => ViewDocument,
): Promise<ViewDocument> {
  const view = await client.call(getView, { params: { viewId: dashboardId } });
  const search = await client.call(getSearch, { params: { searchId: view.search_id } });
  const changed = change({ view, search: search as StoredSearch });
  await client.call(createSearch, { body: changed.search });
  await client.call(updateView, { params: { viewId: dashboardId }, body: changed.view });
  return changed;
}
