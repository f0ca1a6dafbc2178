/** Properties and callbacks of widgets, for the search page, dashboards and the message page. */
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
import type { Comparison } from '../../machines/comparison/choice.js';
import type { PatternsAnswer } from '../../api/contract/patterns.js';
import type { AggregationConfig, HighlightingRule, MessageTableConfig } from '../../api/contract/views.schema.js';
import type { ChangeOrders } from '../../machines/comparison/kept-change-order.js';
import type { Earlier } from '../../machines/comparison/earlier-range.js';
import type { TailRequest } from '../../machines/live-tail/sample.js';
import type { MetricLooks } from '../../machines/view/metric-look.js';
import type { EarlierChart } from './visualizations/cartesian/earlier-chart.js';
import type { ChosenPatternOrder } from '../../machines/view/pattern-orders.js';
import type { TableLook } from '../../machines/view/table-look.js';

export type { AbsoluteRange, AggregationConfig, FieldType, HighlightingRule, MessageTableConfig };
export type { MetricLooks, TableLook };
export type { MessagesResult, PivotResult, ResultMessage };

/** The result of an earlier range with which a widget is compared. */
export interface ShownEarlier extends Earlier {
  /** Functions that draw the range in charts. */
  readonly chart: EarlierChart;
  /** Name of the earlier range, such as `1 day earlier`. */
  readonly name: string;
  /** Order by changes that the view keeps for a table; absent: the table keeps the order in its own state. */
  readonly orders?: ChangeOrders | undefined;
}

/** Frame around a widget. `bare`: no card and no header (compact embeds). */
export type WidgetChrome = 'card' | 'bare';

/** Props common to all widgets. */
export interface WidgetProps {
  readonly title: string;
  /** True while the widget's search runs; an earlier result stays on screen, but is dimmed. */
  readonly executing: boolean;
  /** Whole seconds that the search has waited behind other searches of the user; absent once the search runs. */
  readonly queuedSeconds?: number;
  /** Errors of the widget's search (spec 2 §8), shown in place of the result. */
  readonly errors?: readonly SearchError[];
  /** Runs the search again; errors then have a button "Try again". Absent: not offered. */
  readonly onRetry?: () => void;
  /** Icon buttons at the right end of the header. */
  readonly actions?: ReactNode;
  /** True if the widget can be moved on the grid. */
  readonly movable?: boolean;
  /** Called with a new title, which users edit by double-click or F2. Absent: the title is read-only. */
  readonly onTitleChange?: (title: string) => void;
  /** Footer of the widget; on dashboards it shows the time range and the age of the result. */
  readonly footer?: ReactNode;
  readonly chrome?: WidgetChrome;
}

export interface AggregationWidgetProps extends WidgetProps {
  /** True shows the legend of a widget without a header, too. */
  readonly legend?: boolean;
  /** Result of the search; absent until the first answer. */
  readonly result: PivotResult | undefined;
  /** Result for the previous period, if the visualization shows a trend. */
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
   * the configuration is read-only.
   */
  readonly onConfigChange?: (config: AggregationConfig) => void;
  /** True in the preview of an editor, which always shows legends. */
  readonly editing?: boolean;
  /** Range of the x axis; absent: the range of the result. */
  readonly effectiveRange?: AbsoluteRange;
  /** True if all time was searched. */
  readonly ofAllTime?: boolean;
  /**
   * Called with a narrower range when the user zooms by dragging horizontally, or with Shift + arrow keys and Enter.
   * Absent: zooming is not offered.
   */
  readonly onRange?: (range: AbsoluteRange) => void;
  /**
   * Number of messages found; a histogram shows it with the time span at the right of the header.
   */
  readonly total?: number;
}

/**
 * Called when a message row is opened or closed. Returning false on opening keeps the row closed, because the host has
 * cancelled the event.
 */
export type MessageOpenHandler = (message: ResultMessage, open: boolean) => boolean | void;

export interface OpenMessage {
  /** Key of the message: its index and id. */
  readonly key: string;
  /** The message itself, for a list that does not contain it. */
  readonly message?: ResultMessage;
}

export interface MessageTableWidgetProps extends WidgetProps {
  /** Messages to show: the latest loaded page in mode `pages`, all messages loaded so far in mode `endless`. */
  readonly result: MessagesResult | undefined;
  readonly config: MessageTableConfig;
  readonly fieldTypes?: readonly FieldType[];
  /** Called with changed sort or columns; a changed sort needs a new search. Absent: the configuration is read-only. */
  readonly onConfigChange?: (config: MessageTableConfig) => void;
  /** Page number, counted from 1. */
  readonly page?: number;
  /** Messages per page; 150 when absent (spec 2 §9). */
  readonly pageSize?: number;
  /** Requests the page with this number in mode `pages`, or the next messages in mode `endless`. */
  readonly onPage?: (page: number) => void;
  readonly mode?: 'pages' | 'endless';
  /** True while another page of the same result is loading. */
  readonly pageLoading?: boolean;
  readonly onOpen?: MessageOpenHandler;
  /** True allows details in a panel beside the table where there is room, as the user chose. */
  readonly detailBeside?: boolean;
  /** Id of the message that a link names; the row of this message is highlighted (screens/search.md §8). */
  readonly highlightMessage?: string;
  /** Message whose details are open because the address names it; the list scrolls to this message. */
  readonly openMessage?: OpenMessage;
  /** Shown tab; absent: the table keeps the tab in its own state. */
  readonly tab?: 'messages' | 'patterns';
  readonly onTab?: (tab: 'messages' | 'patterns') => void;
  /** Order of the patterns that the user has chosen. Without `onPatternOrder`, the table keeps the order. */
  readonly patternOrder?: ChosenPatternOrder | undefined;
  readonly onPatternOrder?: (order: ChosenPatternOrder) => void;
  /** Key of the search: a result with another key scrolls the messages to the top, otherwise the position is kept. */
  readonly question?: string;
  /** Duration of the search in ms, for the footer of compact embeds. */
  readonly duration?: number;
  /** Streams of the widget or query, for "Show surrounding messages". */
  readonly streams?: readonly string[];
  /** With `line` each message has one line with its text as the last column (compact embeds). */
  readonly layout?: 'rows' | 'line';
  /**
   * Display settings such as widths, density and wrapping. Without `onLookChange`, changes by the user last as long as
   * the table is mounted.
   */
  readonly look?: TableLook;
  readonly onLookChange?: (look: TableLook) => void;
  /** Errors of the latest page request; mode `pages` shows them in place of the table, `endless` below the messages. */
  readonly pageErrors?: readonly SearchError[];
  /** Source for the live tail, which shows new messages as they arrive; absent: the live tail is not offered. */
  readonly tail?: LiveTailSource;
  /** Hint or action shown when no message was found. */
  readonly emptyAction?: ReactNode;
  /** Source of message patterns, which a second tab shows; absent: patterns are not offered. */
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
  /**
   * Finds the patterns of the earlier range with which the search is compared; undefined when there is no such range.
   * @throws Error when the search fails
   */
  readonly findEarlier?: (
    comparison: Comparison,
    now: FoundPatterns,
    signal: AbortSignal,
  ) => Promise<FoundPatterns | undefined>;
}

/** Source of messages for the live tail; a different source object restarts the live tail. */
export interface LiveTailSource {
  /**
   * Returns the newest messages of a time range, at most `limit`, newest first.
   * @throws Error when the search fails
   */
  readonly sample: (request: TailRequest, signal: AbortSignal) => Promise<MessagesResult>;
}
