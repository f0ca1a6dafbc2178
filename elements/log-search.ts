/**
 * `<log-search>`: search log messages.
 *
 * Attributes and properties: `query`, `range` (seconds, `from/to` instants, or words), `streams` (ids), `view-id`,
 * `layout` = `full` | `compact` | `messages`; and those of every element. They follow what the person changes.
 *
 * Events: `log-search-started {query, range, streams}`, `log-search-finished {total, duration, errors}`,
 * `log-query-change {query, range, streams}`, `log-message-open {index, id}` (cancelable: the row stays closed),
 * `log-view-saved {id}`, `log-widget-focus {id, focusing, editing}` (a widget has the page for itself; null: none);
 * and those of every element.
 *
 * Methods: `search()`, `refresh()` (both resolve with the details of `log-search-finished`),  `pause()`, `resume()`,
 * `exportMessages('csv' | 'json')` (resolves with a Blob of all messages found).
 */
import { list, oneOf, text } from './element/attributes.js';
import { defineElement } from './element/define.js';
import { LogSearch } from './search/lazy-search.js';
import { rangeAttribute } from './search/range-attribute.js';

export type { FinishedDetail, LogSearchProps, QueryDetail } from './search/index.js';

defineElement('log-search', LogSearch, {
  attributes: {
    query: text(''),
    range: rangeAttribute(),
    streams: list(),
    viewId: text(),
    layout: oneOf(['full', 'compact', 'messages'], 'full'),
  },
  events: { 'log-message-open': { cancelable: true } },
  methods: ['search', 'refresh', 'pause', 'resume', 'exportMessages'],
  ready: 'component',
});
