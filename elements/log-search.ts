/**
 * `<log-search>`: search log messages.
 *
 * Attributes and properties, besides those of every element:
 * – `query`
 * – `range`: seconds, `from/to` instants, or words
 * – `streams`: ids
 * – `view-id`: id of a saved search
 * – `refresh`: seconds
 * – `layout`: `full`, `compact` or `messages`
 * – `hide`: some of `title`, `tabs`, `filter`, `export`, `refresh`
 * – `allow`: some of `query`, `range`, `filter`: refinements that a viewer may make but not save
 * `query`, `range`, `streams` and `refresh` change when the user changes their values.
 *
 * Events, besides those of every element:
 * – `log-search-started {query, range, streams}`, `log-search-finished {total, duration, errors}`, `log-query-change
 *   {query, range, streams, history}`, `log-view-saved {id}`
 * – `log-message-open {index, id}`: cancelable; the row then stays closed
 * – `log-refresh-change {refresh}`: `refresh` is in seconds; undefined: switched off
 * – `log-widget-focus {id, focusing, editing}`: `id` is the widget that fills the page; null: no widget does
 *
 * Methods: `search()`, `refresh()` (both resolve with the details of `log-search-finished`), `pause()`, `resume()`,
 * `exportMessages('csv' | 'json')` (resolves with a Blob of all messages found). `refresh` names a method and an
 * attribute: `element.refresh()` calls the method; `element.refresh = 60` and the attribute set the seconds.
 */
import type { TimeRange } from '../api/contract/searches.js';
import { list, number, oneOf, text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import type { LogElement, LogElementEvents } from './element/public-face.js';
import type { FinishedDetail, QueryDetail, SearchLayout } from './search/index.js';
import { LogSearch } from './search/lazy-search.js';
import { switchAttributes, type HideablePart, type Refinement } from './element/switches.js';
import { rangeAttribute } from './search/range-attribute.js';

export type { FinishedDetail, LogSearchProps, QueryDetail } from './search/index.js';

export interface LogSearchEvents extends LogElementEvents {
  'log-search-started': CustomEvent<QueryDetail>;
  'log-search-finished': CustomEvent<FinishedDetail>;
  /** `history` says whether an address that shows the query gets a new entry (`push`) or is replaced. */
  'log-query-change': CustomEvent<QueryDetail & { readonly history: 'push' | 'replace' }>;
  /** Fires when a message is opened; preventing the event keeps its row closed. */
  'log-message-open': CustomEvent<{ readonly index: string; readonly id: string }>;
  /** Refresh interval in seconds; undefined: auto refresh is off. */
  'log-refresh-change': CustomEvent<{ readonly refresh: number | undefined }>;
  'log-view-saved': CustomEvent<{ readonly id: string }>;
}

export interface LogSearchElement extends LogElement<LogSearchEvents> {
  query: string;
  get range(): TimeRange | undefined;
  /** Time range as seconds, `from/to` instants, words, or a range of the API. */
  set range(range: TimeRange | string | number | undefined);
  /** Ids of streams; empty: all streams. */
  streams: readonly string[];
  viewId: string | undefined;
  layout: SearchLayout;
  /** Parts of the search page that are hidden. */
  hide: readonly HideablePart[];
  /** Parts that a viewer may refine; when not empty, everything else is read-only and nothing can be saved. */
  allow: readonly Refinement[];
  search(): Promise<FinishedDetail>;
  /** Reading this property gives the method; setting it to seconds sets the attribute. */
  get refresh(): () => Promise<FinishedDetail>;
  set refresh(seconds: number | undefined);
  pause(): Promise<void>;
  resume(): Promise<void>;
  exportMessages(format?: 'csv' | 'json'): Promise<Blob>;
}

declare global {
  interface HTMLElementTagNameMap {
    'log-search': LogSearchElement;
  }
}

defineElement('log-search', LogSearch, {
  attributes: {
    query: text(''),
    range: rangeAttribute(),
    streams: list(),
    viewId: text(),
    refresh: number({ min: 1 }),
    layout: oneOf(['full', 'compact', 'messages'], 'full'),
    ...switchAttributes,
  },
  events: { 'log-message-open': { cancelable: true } },
  methods: ['search', 'refresh', 'pause', 'resume', 'exportMessages'],
  ready: 'component',
});
