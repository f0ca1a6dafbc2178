/** Dashboards for end-to-end tests, stored by the API as a console would. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import type { TestServer } from '../server.js';

export interface StoredWidget {
  readonly title: string;
  /** `{ visualization: 'numeric', … }` of an aggregation; absent parts have their defaults. `messages`: a message table. */
  readonly config: Readonly<Record<string, unknown>> | 'messages';
  readonly position: { readonly col: number; readonly row: number; readonly width: number; readonly height: number };
}

export interface StoredPage {
  readonly title: string;
  readonly widgets: readonly StoredWidget[];
}

const range = { type: 'relative', from: 3600 };
const noQuery = { type: 'elasticsearch', query_string: '' };

/** Stores the search and the view. @returns the dashboard's id, and the ids of its pages */
export async function storeDashboard(
  server: TestServer,
  session: string,
  title: string,
  pages: readonly StoredPage[],
): Promise<{ id: string; pages: readonly string[] }> {
  const viewId = randomBytes(12).toString('hex');
  const searchId = randomBytes(12).toString('hex');
  const state: Record<string, unknown> = {};
  const queries = pages.map((page) => {
    const queryId = randomUUID();
    const built = page.widgets.map((widget) => ({ ...widget, id: randomUUID(), searchTypeId: randomUUID() }));
    const byId = <T>(value: (widget: (typeof built)[number]) => T) =>
      Object.fromEntries(built.map((widget) => [widget.id, value(widget)]));
    state[queryId] = {
      titles: { tab: { title: page.title }, widget: byId((widget) => widget.title) },
      widgets: built.map(({ id, config }) => ({
        id,
        type: config === 'messages' ? 'messages' : 'aggregation',
        timerange: range,
        query: noQuery,
        streams: [],
        config: config === 'messages' ? messagesConfig : { ...aggregationConfig, ...config },
      })),
      widget_mapping: byId(({ searchTypeId }) => [searchTypeId]),
      positions: byId(({ position }) => position),
    };
    return {
      id: queryId,
      query: noQuery,
      timerange: { type: 'relative', from: 300 },
      search_types: built.map(({ config, searchTypeId: id }) => {
        const common = { id, timerange: range, query: noQuery, streams: [] };
        return config === 'messages'
          ? { ...common, type: 'messages', limit: 150, offset: 0, sort: [{ field: 'timestamp', order: 'DESC' }] }
          : {
              ...common,
              type: 'pivot',
              name: 'chart',
              rollup: true,
              row_groups: valueGroups(config),
              column_groups: [],
              sort: [],
              series: [{ id: 'count()', type: 'count' }],
            };
      }),
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

/** The search's part of row groupings by values; those by time are searched once the widget was edited. */
function valueGroups({ row_pivots: pivots = [] }: Readonly<Record<string, unknown>>): readonly object[] {
  return (pivots as readonly { fields: readonly string[]; type: string }[])
    .filter(({ type }) => type === 'values')
    .map(({ fields, type }) => ({ type, fields, limit: 15 }));
}

const messagesConfig = {
  fields: ['timestamp', 'source'],
  show_message_row: true,
  show_summary: true,
  decorators: [],
  sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }],
};
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
