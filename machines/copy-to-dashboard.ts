/** Copies a widget of a search to a stored dashboard (screens/search.md §13): load, add, store search and view. */
import type { Client } from '../api/client.js';
import { createSearch, getSearch } from '../api/contract/searches.js';
import { getView, updateView } from '../api/contract/views.js';
import type { StoredSearch, ViewDocument } from './view/document.js';
import type { Ids } from './view/ids.js';
import { randomIds } from './view/ids.js';
import { copyWidgetToDashboard } from './view/transfer.js';

export interface WidgetToCopy {
  readonly source: ViewDocument;
  readonly queryId: string;
  readonly widgetId: string;
  readonly dashboardId: string;
}

/** @throws ApiFailure; Error when widget or page is missing. */
export async function storeCopyOnDashboard(
  client: Client,
  { source, queryId, widgetId, dashboardId }: WidgetToCopy,
  ids: Ids = randomIds,
): Promise<void> {
  const view = await client.call(getView, { params: { viewId: dashboardId } });
  const search = await client.call(getSearch, { params: { searchId: view.search_id } });
  const copied = copyWidgetToDashboard(source, queryId, widgetId, { view, search: search as StoredSearch }, ids);
  await client.call(createSearch, { body: copied.search });
  await client.call(updateView, { params: { viewId: dashboardId }, body: copied.view });
}
