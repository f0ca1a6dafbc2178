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
import type { TailRequest } from '../../machines/live-tail/sample.js';
import type { MetricLooks } from '../../machines/view/metric-look.js';
import type { TableLook } from '../../machines/view/table-look.js';

export type { AbsoluteRange, AggregationConfig, FieldType, HighlightingRule, MessageTableConfig };
export type { MetricLooks, TableLook };
export type { MessagesResult, PivotResult, ResultMessage };

/** Frame around the content of a widget. `bare`: no card and no header (compact embeds). */
export type WidgetChrome = 'card' | 'bare';

/** Common to all widgets. */
export interface WidgetProps {
  readonly title: string;
  /** True while the widget's search type is being executed; an earlier result stays on screen at 60 %. */
  readonly executing: boolean;
  /** Whole seconds that it has waited for other searches of the same person to end; absent once it runs. */
  readonly queuedSeconds?: number;
  /** Errors of this search type (spec 2 §8); shown in place of the result. */
  readonly errors?: readonly SearchError[];
  /** Runs the search again; offers "Try again" beside errors. */
  readonly onRetry?: () => void;
  /** Icon buttons at the right end of the header. */
  readonly actions?: ReactNode;
  /** Shows the drag handle; the grid binds to its class name `widgetHandleClass`. */
  readonly movable?: boolean;
  /** Double-click on the title, or F2 on it, edits it. Absent: not editable. */
  readonly onTitleChange?: (title: string) => void;
  /** Line at the lower edge (dashboards: the time range). */
  readonly footer?: ReactNode;
  readonly chrome?: WidgetChrome;
}

export interface AggregationWidgetProps extends WidgetProps {
  /** Result of the search; absent until the first answer. */
  readonly result: PivotResult | undefined;
  /** The pivot over the time before, where the configuration asks for a trend. */
  readonly trend?: PivotResult | undefined;
  /** Events of the same range, where the configuration asks for annotations. */
  readonly events?: EventsResult['events'] | undefined;
  readonly config: AggregationConfig;
  /** Units and thresholds of the metrics. */
  readonly looks?: MetricLooks | undefined;
  readonly fieldTypes?: readonly FieldType[];
  /** Chart colours, sort, pinned columns or the map's view were changed in the widget itself. Absent: they are fixed. */
  readonly onConfigChange?: (config: AggregationConfig) => void;
  /** True in the preview of an editor, which always shows legends. */
  readonly editing?: boolean;
  /** Range of the x axis; the result's own when absent. */
  readonly effectiveRange?: AbsoluteRange;
  /** A horizontal drag (or Shift + arrow keys, Enter) chose a narrower range. Absent: no zoom. */
  readonly onRange?: (range: AbsoluteRange) => void;
  /** The number of messages, at the right of the header: of a histogram with the time span, of others in narrow containers alone. */
  readonly total?: number;
}

/** A message row was opened or closed. Returning false from an opening keeps it closed (cancelled by the host). */
export type MessageOpenHandler = (message: ResultMessage, open: boolean) => boolean | void;

export interface MessageTableWidgetProps extends WidgetProps {
  /** The page that was answered last (`pages`), or everything loaded so far (`endless`). */
  readonly result: MessagesResult | undefined;
  readonly config: MessageTableConfig;
  readonly fieldTypes?: readonly FieldType[];
  /** Sort or columns were changed; a changed sort needs a new search. Absent: neither can be changed. */
  readonly onConfigChange?: (config: MessageTableConfig) => void;
  /** Page number, counted from 1. */
  readonly page?: number;
  /** Messages per page; 150 when absent (spec 2 §9). */
  readonly pageSize?: number;
  /** Asked for another page (`pages`) or for the next one (`endless`). */
  readonly onPage?: (page: number) => void;
  readonly mode?: 'pages' | 'endless';
  /** True while another page of the same result is on its way. */
  readonly pageLoading?: boolean;
  readonly onOpen?: MessageOpenHandler;
  /** True lets details stand in a panel beside the table where there is room, as the user chose. */
  readonly detailBeside?: boolean;
  /** Message id that a link named; its row is marked (screens/search.md §8). */
  readonly highlightMessage?: string;
  /** Key of the search question: a new question scrolls the messages to the top, the same one keeps their position. */
  readonly question?: string;
  /** Duration of the search in ms, for the footer of compact embeds. */
  readonly duration?: number;
  /** Streams of the widget or query, for "Show surrounding messages". */
  readonly streams?: readonly string[];
  /** `line`: one line per message, its text as the last column (compact embeds). */
  readonly layout?: 'rows' | 'line';
  /** Widths, density, wrapping …; without `onLookChange` what the person changes lasts as long as the table. */
  readonly look?: TableLook;
  readonly onLookChange?: (look: TableLook) => void;
  /** Errors of the page asked for last: in place of the table, or beneath what is loaded already (`endless`). */
  readonly pageErrors?: readonly SearchError[];
  /** Offers live tail: new messages as they arrive. */
  readonly tail?: LiveTailSource;
  /** Action that is offered when no message was found. */
  readonly emptyAction?: ReactNode;
  /** Offers the patterns of the messages in place of the messages. */
  readonly patterns?: PatternsSource;
}

export type FoundPatterns = PatternsAnswer & {
  /** The server does not know patterns: these are of a sample. */
  readonly sampled: boolean;
};

/** Source of the patterns that messages have in common. */
export interface PatternsSource {
  /** Key of the search; a changed key means other messages. */
  readonly key: string;
  /** @throws Error when the search fails */
  readonly find: (signal: AbortSignal) => Promise<FoundPatterns>;
}

/** Source of the messages of live tail. Another source restarts it. */
export interface LiveTailSource {
  /**
   * The newest messages of a time range, at most `limit`, newest first.
   * @throws Error when the search fails.
   */
  readonly sample: (request: TailRequest, signal: AbortSignal) => Promise<MessagesResult>;
}
