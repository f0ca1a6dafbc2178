/** A dashboard of one page as the server stores it, for tests with a fake server. */
import { histogramConfig, newWidget } from '../../machines/view/default-view.js';
import { addWidget, queryIds, stateOf, withFreshSearch, type ViewDocument } from '../../machines/view/document.js';
import { randomIds } from '../../machines/view/ids.js';
import { emptyDashboard } from '../../machines/view/transfer.js';

/** Returns a dashboard with one table for each title, and the ids of the tables. */
export function storedDashboard(titles: readonly string[]): {
  readonly document: ViewDocument;
  readonly widgets: readonly string[];
} {
  const empty = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'ada' }, randomIds);
  const [page = ''] = queryIds(empty);
  const filled = titles.reduce((before, title) => {
    const widget = newWidget('aggregation', { ...histogramConfig(), visualization: 'table' }, randomIds);
    return addWidget(before, page, { widget, title });
  }, empty);
  const document = withFreshSearch(filled, randomIds);
  return { document, widgets: stateOf(document, page).widgets.map(({ id }) => id) };
}
