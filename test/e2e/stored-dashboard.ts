/** Stores dashboards for end-to-end tests with the API requests of the console. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Widget } from '../../api/contract/views.schema.js';
import { definitionsOf, type ComputedField } from '../../machines/computed-fields.js';
import { computedKind } from '../../machines/view/titles.js';
import { messageTableConfig } from '../../machines/view/default-view.js';
import { randomIds } from '../../machines/view/ids.js';
import { deriveSearchTypes } from '../../machines/view/search-types.js';
import type { TestServer } from '../server.js';

export interface StoredWidget {
  readonly title: string;
  /** Configuration of an aggregation; missing members get their defaults. `messages`: the widget is a message table. */
  readonly config: Readonly<Record<string, unknown>> | 'messages';
  /** Type of the widget if it is neither aggregation nor message table. Such a widget gets no search type. */
  readonly type?: string;
  /** Ids of the streams that the widget searches; all streams if undefined. */
  readonly streams?: readonly string[];
  readonly position: { readonly col: number; readonly row: number; readonly width: number; readonly height: number };
}

export interface StoredPage {
  readonly title: string;
  readonly widgets: readonly StoredWidget[];
  readonly computed?: readonly ComputedField[];
}

const range = { type: 'relative', from: 3600 } as const;
const noQuery = { type: 'elasticsearch', query_string: '' } as const;

/**
 * Stores the search and the view of a dashboard.
 *
 * @param isForeign true: the search lacks the series that only this console adds, as if another console had stored it
 * @returns the dashboard's id, and the ids of its pages
 */
export async function storeDashboard(
  server: TestServer,
  session: string,
  title: string,
  pages: readonly StoredPage[],
  isForeign = false,
): Promise<{ id: string; pages: readonly string[] }> {
  const viewId = randomBytes(12).toString('hex');
  const searchId = randomBytes(12).toString('hex');
  const state: Record<string, unknown> = {};
  const queries = pages.map((page) => {
    const queryId = randomUUID();
    const built = page.widgets.map((widget) => ({ ...widget, id: randomUUID() }));
    const byId = <T>(value: (widget: (typeof built)[number]) => T) =>
      Object.fromEntries(built.map((widget) => [widget.id, value(widget)]));
    const widgets = built.map(({ id, config, type, streams = [] }): Widget => ({
      id,
      type: type ?? (config === 'messages' ? 'messages' : 'aggregation'),
      timerange: range,
      query: noQuery,
      streams: [...streams],
      config:
        config === 'messages' ? messageTableConfig() : { ...(type === undefined && aggregationConfig), ...config },
    }));
    const { searchTypes, widgetMapping } = deriveSearchTypes(widgets, randomIds);
    state[queryId] = {
      titles: {
        tab: { title: page.title },
        widget: byId((widget) => widget.title),
        ...(page.computed && { [computedKind]: definitionsOf(page.computed) }),
      },
      widgets,
      widget_mapping: widgetMapping,
      positions: byId(({ position }) => position),
    };
    return {
      id: queryId,
      query: noQuery,
      timerange: { type: 'relative', from: 300 },
      search_types: isForeign ? searchTypes.map(withoutAddedSeries) : searchTypes,
    };
  });
  const post = async (path: string, json: unknown) => {
    const answer = await server.call(path, { method: 'POST', session, json });
    assert.ok(answer.ok, await answer.text());
  };
  await post('/views/search', { id: searchId, queries, parameters: [] });
  await post('/views', { id: viewId, type: 'DASHBOARD', title, search_id: searchId, state });
  return { id: viewId, pages: queries.map(({ id }) => id) };
}

/** Returns a search type without the series that this console adds; only their ids begin with a parenthesis. */
const withoutAddedSeries = <Type extends { readonly series?: readonly { readonly id?: string }[] | undefined }>(
  type: Type,
): Type => (type.series ? { ...type, series: type.series.filter(({ id = '' }) => !id.startsWith('(')) } : type);

const aggregationConfig = {
  row_pivots: [],
  column_pivots: [],
  series: [{ function: 'count()', config: { name: null } }],
  sort: [],
  visualization: 'numeric',
  visualization_config: null,
  formatting_settings: null,
  rollup: true,
  event_annotation: false,
};
