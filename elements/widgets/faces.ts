/** Props and events of widgets, shared by the search page, dashboards and the message page. */
import type { ReactNode } from 'react';
import type {
  AbsoluteRange,
  EventsResult,
  FieldType,
  MessagesResult,
  PivotResult,
  ResultMessage,
  SearchError,
} from '../../api/contract/searches.js';
import type { PatternsAnswer } from '../../api/contract/patterns.js';
import type { AggregationConfig, HighlightingRule, MessageTableConfig } from '../../api/contract/views.schema.js';
import type { Earlier } from '../../machines/comparison/earlier-range.js';
import type { TailRequest } from '../../machines/live-tail/sample.js';
import type { MetricLooks } from '../../machines/view/metric-look.js';
import type { TableLook } from '../../machines/view/table-look.js';

export type { AbsoluteRange, AggregationConfig, FieldType, HighlightingRule, MessageTableConfig };
export type { MetricLooks, TableLook };
export type { MessagesResult, PivotResult, ResultMessage };

/** The result of an earlier range that a widget is compared with. */
export interface ShownEarlier extends Earlier {
  /** Name of the range, such as `1 day earlier`. */
  readonly name: string;
}

/** Frame around a widget. `bare`: no card and no header (compact embeds). */
export type WidgetChrome = 'card' | 'bare';

/** Props common to all widgets. */
export interface WidgetProps {
  readonly title: string;
  /** True while the widget's search runs; an earlier result stays on screen at 60 % opacity. */
  readonly executing: boolean;
  /** Whole seconds that the search has queued behind others of the same user; absent once it runs. */
  readonly queuedSeconds?: number;
  /** Errors of the widget's search (spec 2 §8), shown in place of the result. */
  readonly errors?: readonly SearchError[];
  /** Runs the search again; adds "Try again" to errors. */
  readonly onRetry?: () => void;
  /** Icon buttons at the right end of the header. */
  readonly actions?: ReactNode;
  /** Shows the drag handle; the grid binds to its class name `widgetHandleClass`. */
  readonly movable?: boolean;
  /** Called with a new title, which users edit by double-click or F2. Absent: the title is read-only. */
  readonly onTitleChange?: (title: string) => void;
  /** Footer of the widget (dashboards: the time range). */
  readonly footer?: ReactNode;
  readonly chrome?: WidgetChrome;
}

export interface AggregationWidgetProps extends WidgetProps {
  /** Result of the search; absent until the first answer. */
  readonly result: PivotResult | undefined;
  /** Result for the previous period, if the configuration has a trend. */
  readonly trend?: PivotResult | undefined;
  /** Result of an earlier range, if the user compares. */
  readonly earlier?: ShownEarlier | undefined;
  /** Events in the same range, if the configuration has annotations. */
  readonly events?: EventsResult['events'] | undefined;
  readonly config: AggregationConfig;
  /** Units and thresholds of the metrics. */
  readonly looks?: MetricLooks | undefined;
  readonly fieldTypes?: readonly FieldType[];
  /**
   * Called when the user changes chart colours, sort, pinned columns or the map's view in the widget itself. Absent:
   * read-only.
   */
  readonly onConfigChange?: (config: AggregationConfig) => void;
  /** True in the preview of an editor, which always shows legends. */
  readonly editing?: boolean;
  /** Range of the x axis; absent: the range of the result. */
  readonly effectiveRange?: AbsoluteRange;
  /** Called with a narrower range after a horizontal drag (or Shift + arrow keys, Enter). Absent: no zoom. */
  readonly onRange?: (range: AbsoluteRange) => void;
  /**
   * Number of messages at the right of the header: with the time span for a histogram, for others only in narrow
   * containers.
   */
  readonly total?: number;
}

/**
 * Called when a message row is opened or closed. Returning false on opening keeps it closed (cancelled by the host).
 */
export type MessageOpenHandler = (message: ResultMessage, open: boolean) => boolean | void;

export interface OpenMessage {
  /** Message key. */
  readonly key: string;
  /** The message itself, for a list that does not contain it. */
  readonly message?: ResultMessage;
}

export interface MessageTableWidgetProps extends WidgetProps {
  /** The latest loaded page (`pages`), or all messages loaded so far (`endless`). */
  readonly result: MessagesResult | undefined;
  readonly config: MessageTableConfig;
  readonly fieldTypes?: readonly FieldType[];
  /** Called with changed sort or columns; a changed sort needs a new search. Absent: read-only. */
  readonly onConfigChange?: (config: MessageTableConfig) => void;
  /** Page number, counted from 1. */
  readonly page?: number;
  /** Messages per page; 150 when absent (spec 2 §9). */
  readonly pageSize?: number;
  /** Requests another page (`pages`) or the next one (`endless`). */
  readonly onPage?: (page: number) => void;
  readonly mode?: 'pages' | 'endless';
  /** True while another page of the same result is loading. */
  readonly pageLoading?: boolean;
  readonly onOpen?: MessageOpenHandler;
  /** True allows details in a panel beside the table where there is room, as the user chose. */
  readonly detailBeside?: boolean;
  /** Id of the message named in a link; its row is highlighted (screens/search.md §8). */
  readonly highlightMessage?: string;
  /** Message whose details are open because a link names it; the list scrolls to it. */
  readonly openMessage?: OpenMessage;
  /** Shown tab; absent: the table keeps it itself. */
  readonly tab?: 'messages' | 'patterns';
  readonly onTab?: (tab: 'messages' | 'patterns') => void;
  /** Key of the search: a new key scrolls the messages to the top, the same key keeps the position. */
  readonly question?: string;
  /** Duration of the search in ms, for the footer of compact embeds. */
  readonly duration?: number;
  /** Streams of the widget or query, for "Show surrounding messages". */
  readonly streams?: readonly string[];
  /** With `line` each message has one line with its text as the last column (compact embeds). */
  readonly layout?: 'rows' | 'line';
  /**
   * Display settings: widths, density, wrapping …; without `onLookChange` changes by the user last as long as the table
   * is mounted.
   */
  readonly look?: TableLook;
  readonly onLookChange?: (look: TableLook) => void;
  /** Errors of the latest page request, shown in place of the table, or below the loaded messages (`endless`). */
  readonly pageErrors?: readonly SearchError[];
  /** Source for live tail, which shows new messages as they arrive; absent: not offered. */
  readonly tail?: LiveTailSource;
  /** Action offered when no message was found. */
  readonly emptyAction?: ReactNode;
  /** Source of message patterns, which can replace the messages; absent: not offered. */
  readonly patterns?: PatternsSource;
}

export type FoundPatterns = PatternsAnswer & {
  /** True if the patterns come from a sample, because the server cannot find patterns. */
  readonly sampled: boolean;
};

/** Source of message patterns. */
export interface PatternsSource {
  /** Key of the search; a changed key means different messages. */
  readonly key: string;
  /**
   * Finds the patterns.
   * @throws Error when the search fails
   */
  readonly find: (signal: AbortSignal) => Promise<FoundPatterns>;
}

/** Source of messages for live tail. A different source restarts it. */
export interface LiveTailSource {
  /**
   * Returns the newest messages of a time range, at most `limit`, newest first.
   * @throws Error when the search fails
   */
  readonly sample: (request: TailRequest, signal: AbortSignal) => Promise<MessagesResult>;
}
