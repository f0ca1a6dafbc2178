/**
 * `<log-search>`: search log messages.
 *
 * Attributes and properties: `query`, `range` (seconds, `from/to` instants, or words), `streams` (ids), `view-id`,
 * `refresh` (seconds), `layout` = `full` | `compact` | `messages`, `hide` (some of `title`, `tabs`, `filter`, `export`, `refresh`),
 * `allow` (some of `query`, `range`, `filter`: what a viewer may refine but not save); and those of every element. They follow what the person changes.
 *
 * Events: `log-search-started {query, range, streams}`, `log-search-finished {total, duration, errors}`,
 * `log-query-change {query, range, streams}`, `log-message-open {index, id}` (cancelable: the row stays closed),
 * `log-refresh-change {refresh}` (seconds; undefined: none any more), `log-view-saved {id}`,
 * `log-widget-focus {id, focusing, editing}` (a widget has the page for itself; null: none);
 * and those of every element.
 *
 * Methods: `search()`, `refresh()` (both resolve with the details of `log-search-finished`),  `pause()`, `resume()`,
 * `exportMessages('csv' | 'json')` (resolves with a Blob of all messages found). `refresh` is a name of both:
 * `element.refresh()` calls the method, `element.refresh = 60` and the attribute set the seconds.
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
  'log-query-change': CustomEvent<QueryDetail>;
  /** Cancelable: the row stays closed. */
  'log-message-open': CustomEvent<{ readonly index: string; readonly id: string }>;
  /** Seconds; undefined: none any more. */
  'log-refresh-change': CustomEvent<{ readonly refresh: number | undefined }>;
  'log-view-saved': CustomEvent<{ readonly id: string }>;
}

export interface LogSearchElement extends LogElement<LogSearchEvents> {
  query: string;
  get range(): TimeRange | undefined;
  /** Seconds, `from/to` instants, words, or a range of the wire. */
  set range(range: TimeRange | string | number | undefined);
  /** Ids; empty: all. */
  streams: readonly string[];
  viewId: string | undefined;
  layout: SearchLayout;
  /** Parts that are not shown. */
  hide: readonly HideablePart[];
  /** Parts that a viewer may refine; when given, nothing else can be changed and nothing saved. */
  allow: readonly Refinement[];
  search(): Promise<FinishedDetail>;
  /** The method; set to seconds it is the attribute. */
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
