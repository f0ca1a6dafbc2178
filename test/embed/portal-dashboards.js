// Creates the three dashboards of the portal through the API, once. Each has two pages with a few widgets.
const hex = (digits) =>
  Array.from(crypto.getRandomValues(new Uint8Array(digits / 2)), (byte) => byte.toString(16).padStart(2, '0')).join('');
const uuid = () => [8, 4, 4, 4, 12].map(hex).join('-');

const overTime = { fields: ['timestamp'], type: 'time', config: { interval: { type: 'auto', scaling: 1 } } };
const byValues = (field, limit) => ({ fields: [field], type: 'values', config: { limit } });
const aggregation = (title, visualization, width, parts = {}) => ({
  title,
  width,
  config: {
    row_pivots: [],
    column_pivots: [],
    series: [{ config: { name: null }, function: 'count()' }],
    sort: [],
    visualization,
    visualization_config: null,
    formatting_settings: null,
    rollup: false,
    event_annotation: false,
    ...parts,
  },
});
const traffic = aggregation('Messages over time', 'bar', 12, { row_pivots: [overTime] });
const count = (title, query) => ({ ...aggregation(title, 'numeric', 4), query });
const top = (title, field) => aggregation(title, 'table', 4, { row_pivots: [byValues(field, 10)] });
const share = (title, field) => aggregation(title, 'pie', 4, { row_pivots: [byValues(field, 8)] });

export const plan = [
  {
    title: 'Portal: Operations',
    pages: [
      { title: 'Today', widgets: [traffic, count('Messages'), count('Errors', 'level:<=3'), top('Sources', 'source')] },
      {
        title: 'Sources',
        widgets: [share('By source', 'source'), top('Top sources', 'source'), share('By level', 'level')],
      },
    ],
  },
  {
    title: 'Portal: Errors',
    pages: [
      {
        title: 'Overview',
        widgets: [{ ...traffic, query: 'level:<=3' }, count('Errors', 'level:<=3'), top('Levels', 'level')],
      },
      { title: 'Warnings', widgets: [{ ...traffic, query: 'level:4' }, count('Warnings', 'level:4')] },
    ],
  },
  {
    title: 'Portal: Volume',
    pages: [
      { title: 'Volume', widgets: [traffic, count('Messages')] },
      { title: 'Levels', widgets: [share('By level', 'level'), top('Levels', 'level')] },
    ],
  },
];

const group = ({ fields, type, config }) => ({ fields, type, ...config });

/** Returns view and search of a dashboard in the form that the API accepts. */
function documentOf({ title, pages }) {
  const state = {};
  const queries = pages.map((page) => {
    const id = uuid();
    const entry = {
      titles: { tab: { title: page.title }, widget: {} },
      widgets: [],
      widget_mapping: {},
      positions: {},
    };
    const search_types = [];
    let col = 1;
    let row = 1;
    for (const { title: name, width, config, query = '' } of page.widgets) {
      const [widget, type] = [uuid(), uuid()];
      const own = {
        timerange: { type: 'relative', from: 3600 },
        query: { type: 'elasticsearch', query_string: query },
      };
      entry.widgets.push({ id: widget, type: 'aggregation', filter: null, filters: [], streams: [], ...own, config });
      entry.titles.widget[widget] = name;
      entry.widget_mapping[widget] = [type];
      if (col + width > 13) [col, row] = [1, row + 2];
      entry.positions[widget] = { col, row, width, height: 2 };
      col += width;
      search_types.push({
        id: type,
        name: 'chart',
        type: 'pivot',
        streams: [],
        ...own,
        rollup: true,
        row_groups: config.row_pivots.map(group),
        column_groups: [],
        series: [{ id: 'count()', type: 'count' }],
        sort: [],
      });
    }
    state[id] = { ...entry, selected_fields: null, formatting: { highlighting: [] } };
    const query = { type: 'elasticsearch', query_string: '' };
    return { id, query, timerange: { type: 'relative', from: 300 }, filters: [], search_types };
  });
  const search = { id: hex(24), queries, parameters: [] };
  const facts = { summary: '', description: '', properties: [], requires: {} };
  const view = { id: hex(24), type: 'DASHBOARD', title, search_id: search.id, state, ...facts };
  return { search, view: { ...view, created_at: new Date().toISOString() } };
}

async function call(method, path, body) {
  const response = await fetch(`../api${path}`, {
    method,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'X-Requested-By': 'portal' },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** @returns {Promise<{ id: string, title: string, pages: { id: string, title: string }[] }[]>} the planned dashboards that are stored */
export async function storedDashboards() {
  const { elements } = await call('GET', '/dashboards?page=1&per_page=50&query=Portal');
  const found = plan.flatMap(({ title }) => elements.find((one) => one.title === title) ?? []);
  return Promise.all(
    found.map(async ({ id, title }) => {
      const { state, search_id } = await call('GET', `/views/${id}`);
      const { queries } = await call('GET', `/views/search/${search_id}`);
      const pages = queries.map((query) => ({ id: query.id, title: state[query.id]?.titles?.tab?.title ?? 'Page' }));
      return { id, title: title.replace('Portal: ', ''), pages };
    }),
  );
}

export async function createDashboards() {
  for (const dashboard of plan) {
    const { search, view } = documentOf(dashboard);
    await call('POST', '/views/search', search);
    await call('POST', '/views', view);
  }
}
