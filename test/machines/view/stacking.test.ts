/** Tests the stacking of histograms: its stored form, and the search for levels without a chosen field. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from '@sinclair/typebox/value';
import type { SearchJob } from '../../../api/contract/searches.js';
import { ViewState, type AggregationConfig, type Widget } from '../../../api/contract/views.schema.js';
import { defaultSearch, histogramConfig, newWidget } from '../../../machines/view/default-view.js';
import { needsNewSearch, queryIds, stateOf, widgetOf, type ViewDocument } from '../../../machines/view/document.js';
import { documentAfter } from '../../../machines/view/edits.js';
import { chartLookOf } from '../../../machines/view/chart-look.js';
import { hasFinerBuckets, levelSearch, levelsOf } from '../../../machines/view/level-split.js';
import { stackingOf, type Stacking } from '../../../machines/view/stacking.js';
import { countingIds } from '../fixtures.js';
import { untyped } from '../../untyped.js';

const ids = countingIds();
const start = defaultSearch({ createdAt: '2024-03-01T10:00:00.000Z' }, ids);
const [queryId = ''] = queryIds(start);
const [histogram] = stateOf(start, queryId).widgets as [Widget];
const stacked = (document: ViewDocument, stacking: Stacking) =>
  documentAfter(document, queryId, { type: 'widget.stacked', widgetId: histogram.id, stacking }, ids);
const now = (document: ViewDocument) => {
  const widget = widgetOf(document, queryId, histogram.id);
  return widget && stackingOf(stateOf(document, queryId), widget);
};

test('a histogram is stacked by level by default; a chosen field is stored as a column group of the widget', () => {
  assert.deepEqual(now(start), { by: 'level' });
  const chosen = stacked(start, { by: 'field', field: 'source' });
  assert.deepEqual(now(chosen), { by: 'field', field: 'source' });
  assert.ok(needsNewSearch(start, chosen));
  const config = widgetOf(chosen, queryId, histogram.id)?.config as AggregationConfig;
  assert.deepEqual(config.column_pivots, [{ type: 'values', fields: ['source'], config: { limit: 15 } }]);
  assert.deepEqual(config.visualization_config, { axis_type: 'linear', barmode: 'stack' });
  assert.deepEqual([...Value.Errors(ViewState, stateOf(chosen, queryId))], []);
  const back = stacked(chosen, { by: 'level' });
  assert.deepEqual(now(back), { by: 'level' });
  assert.deepEqual(stateOf(back, queryId).widgets, stateOf(start, queryId).widgets);
});

test('another stacking field replaces the current one and keeps its settings', () => {
  const visualization_config = { axis_type: 'logarithmic', barmode: 'group' };
  const column_pivots = [{ type: 'values' as const, fields: ['source'], config: { limit: 4 } }];
  const config = { ...histogramConfig(), visualization_config, column_pivots };
  const own = documentAfter(start, queryId, { type: 'widget.updated', widget: { ...histogram, config } }, ids);
  const changed = widgetOf(stacked(own, { by: 'field', field: 'path' }), queryId, histogram.id);
  assert.deepEqual(changed?.config, { ...config, column_pivots: [{ ...column_pivots[0], fields: ['path'] }] });
  const whole = widgetOf(stacked(own, { by: 'level' }), queryId, histogram.id);
  assert.deepEqual(whole?.config, { ...config, column_pivots: [] });
});

test('the choice of no stacking is stored with the view beside other display settings', () => {
  const folded = documentAfter(
    start,
    queryId,
    { type: 'widget.arranged', widgetId: histogram.id, look: { folded: true } },
    ids,
  );
  const whole = stacked(stacked(folded, { by: 'field', field: 'source' }), { by: 'nothing' });
  assert.deepEqual(now(whole), { by: 'nothing' });
  assert.ok(chartLookOf(stateOf(whole, queryId), histogram.id).folded);
  assert.ok(!needsNewSearch(folded, stacked(folded, { by: 'nothing' })));
  assert.deepEqual([...Value.Errors(ViewState, stateOf(whole, queryId))], []);
  assert.deepEqual(now(stacked(whole, { by: 'level' })), { by: 'level' });
});

test('only bar charts of one metric over time can be stacked', () => {
  const time = histogramConfig().row_pivots;
  const by = (...fields: string[]) => ({ type: 'values' as const, fields, config: { limit: 15 } });
  const others: Partial<AggregationConfig>[] = [
    { visualization: 'line' },
    { series: [] },
    { series: [{ function: 'avg(took_ms)', config: { name: null } }] },
    { row_pivots: [by('source')] },
    { row_pivots: [...time, by('source')] },
    { column_pivots: [by('source', 'level')] },
    {
      column_pivots: [by('a'), by('b')],
    },
  ];
  for (const config of others) {
    const widget = newWidget('aggregation', { ...histogramConfig(), ...config }, ids);
    assert.equal(stackingOf({ titles: null }, widget), undefined, JSON.stringify(config));
  }
  assert.equal(stackingOf({ titles: null }, newWidget('messages', histogramConfig(), ids)), undefined);
});

const range = { type: 'absolute', from: '2024-03-01T09:55:00.000Z', to: '2024-03-01T10:00:00.000Z' } as const;
const draft = { queryString: 'a', timeRange: { type: 'relative', range: 300 }, streams: [] } as const;

test('levels are requested for the shown messages in the same buckets', () => {
  const [query] = levelSearch(draft, range, histogram, 'severity').queries;
  assert.deepEqual(query?.timerange, range);
  assert.equal(query?.query?.query_string, 'a');
  const [searchType, ...more] = query?.search_types ?? [];
  assert.equal(more.length, 0);
  const [stored] = start.search.queries[0]?.search_types ?? [];
  assert.deepEqual(searchType?.row_groups, stored?.row_groups);
  assert.deepEqual(searchType?.column_groups, [{ type: 'values', fields: ['severity'], limit: 15 }]);
  const allTime = { type: 'relative', range: 0 } as const;
  const years = { ...range, from: '2005-12-04T04:47:44.000Z' };
  const [all] = levelSearch({ ...draft, timeRange: allTime }, years, histogram, 'severity').queries;
  assert.deepEqual(all?.timerange, allTime, 'for several years the buckets of all time equal those of a fixed range');
});

test('all time is searched from its first to its last message if this range has buckets finer than months', () => {
  const allTime = { type: 'relative', range: 0 } as const;
  const [query] = levelSearch({ ...draft, timeRange: allTime }, range, histogram, 'severity').queries;
  assert.deepEqual(
    query?.timerange,
    { ...range, to: '2024-03-01T10:00:00.001Z' },
    'the range includes the last message',
  );
  const zoneless = { ...range, to: '2024-03-01T10:00:00.000' };
  const [same] = levelSearch({ ...draft, timeRange: allTime }, zoneless, histogram, 'severity').queries;
  assert.deepEqual(same?.timerange, query?.timerange, 'times without a zone are UTC');
  const [own] = levelSearch({ ...draft, timeRange: allTime }, range, histogram, undefined).queries;
  assert.deepEqual(
    own?.search_types?.[0]?.column_groups,
    [],
    'without a level field the search has the groups of the widget',
  );
  const config = histogramConfig();
  assert.equal(hasFinerBuckets(config, range), true);
  assert.equal(hasFinerBuckets(config, { ...range, to: range.from }), true, 'a single message has finer buckets');
  assert.equal(
    hasFinerBuckets(config, { ...range, from: '2019-01-01T00:00:00.000Z' }),
    false,
    'several years have no finer buckets',
  );
  const monthly = [
    {
      type: 'time' as const,
      fields: ['timestamp'],
      config: { interval: { type: 'timeunit' as const, value: 1, unit: 'months' } },
    },
  ];
  assert.equal(hasFinerBuckets({ ...config, row_pivots: monthly }, range), false, 'requested months stay months');
});

test('messages without any level are not split', () => {
  const job = (...keys: string[][]) =>
    untyped<SearchJob>({
      results: {
        levels: {
          search_types: {
            levels: { type: 'pivot', rows: [{ key: ['t'], values: keys.map((key) => ({ key, value: 1 })) }] },
          },
        },
      },
    });
  assert.equal(levelsOf(job(['(Empty Value)', 'count()'], ['count()'])), undefined);
  assert.equal(levelsOf(job()), undefined);
  assert.equal(levelsOf(untyped<SearchJob>({ results: { levels: { errors: [{}] } } })), undefined);
  assert.equal(levelsOf(job(['(Empty Value)', 'count()'], ['3', 'count()']))?.rows.length, 1);
});
