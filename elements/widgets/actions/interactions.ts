/**
 * Declares the actions for the menus of fields and values. A page provides the actions to its widgets by context;
 * absent actions are not offered. Without the context, values and field names are plain text.
 */
import { createContext, useContext } from 'react';
import type { NamedMetrics } from '../../../api/formula/parse.js';
import type { FieldType, Parameter, ResultMessage, TimeRange } from '../../../api/contract/searches.js';
import type { HighlightingRule, Widget } from '../../../api/contract/views.schema.js';
import type { Bindings } from '../../../machines/parameters.js';
import type { ValuePaths } from '../../../machines/pivot/value-path.js';

/** A widget to be created from a menu; the page assigns its id and position. */
export interface NewWidget {
  readonly type: 'aggregation' | 'messages';
  readonly config: Record<string, unknown>;
  readonly title?: string;
  /** Query, streams, range and filters of the source widget; absent: the defaults of a new widget. */
  readonly scope?: WidgetScope['settings'] | undefined;
}

/** The widget that contains a value. */
export interface WidgetScope {
  readonly type: 'aggregation' | 'messages';
  /** Settings that a new widget inherits when it is created from this widget. */
  readonly settings: Pick<Widget, 'filter' | 'filters' | 'query' | 'streams' | 'timerange'>;
  /** Returns facts of the search behind the result, for event definitions. */
  readonly search: () => SearchFacts;
  /** Metrics by name, which formulas of the widget may use; absent: the widget has no computed metrics. */
  readonly metrics?: NamedMetrics;
}

interface SearchFacts {
  readonly queryString: string;
  /** Declared parameters and chosen values, which replace the parameters in the queries; absent: there are none. */
  readonly parameters?: { readonly declared: readonly Parameter[]; readonly bindings: Bindings };
  readonly filterQueries: readonly string[];
  readonly streams: readonly string[];
  readonly timeRange: TimeRange | undefined;
}

/** The stored message that contains a value: the example for a new extractor. */
export interface MessageOrigin {
  readonly index: string;
  readonly id: string;
  /** Id of the input that received the message; absent when the message names no input. */
  readonly inputId?: string | undefined;
  readonly nodeId?: string | undefined;
  /** `timestamp` of the message. */
  readonly timestamp?: unknown;
  /** Called before the menu of a value opens another page in place of this page; a sheet over the page then closes. */
  readonly onLeave?: (() => void) | undefined;
}

/** Columns of the message table that contains the field. */
export interface TableColumns {
  readonly fields: readonly string[];
  readonly onAdd: (field: string) => void;
  readonly onRemove: (field: string) => void;
}

/** A clicked value, as `log-value-click` reports it. */
export interface ClickedValue {
  readonly field: string;
  readonly value: unknown;
  /** Buckets of the aggregation that lead to the value, outermost first; absent: the value belongs to no bucket. */
  readonly groups?: readonly {
    readonly field: string;
    readonly value: string;
    /** End of a time bucket as ISO 8601 in UTC; `value` is its start. */
    readonly until?: string;
  }[];
}

export interface FieldInteractions {
  /** Returns the currently typed query that "Add to query" and "Exclude from results" extend. */
  readonly query: () => string;
  /**
   * Called with a changed query, which a search page executes and a dashboard applies as the override of its widgets.
   */
  readonly onQuery?: (query: string) => void;
  /** Adds a widget to the page, for the actions Chart, Show top values, Statistics and Show documents. */
  readonly onAddWidget?: (widget: NewWidget) => void;
  /**
   * Compares the messages that match a query clause with the rest, for the action "What is different with this value?".
   */
  readonly onCompare?: (clause: string) => void;
  /** Adds a highlighting rule for the field and value, whose colour the page chooses, for "Highlight this value". */
  readonly onHighlight?: (rule: Pick<HighlightingRule, 'field' | 'value'>) => void;
  /** Adds or removes a column in all message tables of the page. */
  readonly onAllTables?: (field: string, change: 'add' | 'remove') => void;
  /** Fields that are columns of every message table of the page. */
  readonly columnsOfAllTables?: readonly string[];
  readonly typeOf: (field: string) => FieldType['type'] | undefined;
  /** Returns true if searches cannot find the field although messages have it. */
  readonly isLeftOut?: (field: string) => boolean;
  /** Value of `analysis_disabled_fields` in the searches configuration. */
  readonly analysisDisabledFields?: readonly string[];
  readonly rules?: readonly HighlightingRule[];
  /**
   * Returns true if the surrounding console has a page for the route; actions that need another page are not offered.
   */
  readonly hasRoute?: ((route: string) => boolean) | undefined;
  /**
   * Called before the menu of a value opens; returning false keeps it closed, because the host cancelled
   * `log-value-click`.
   */
  readonly onValueClick?: (value: ClickedValue) => boolean | void;
}

export const FieldInteractionsContext = createContext<FieldInteractions | undefined>(undefined);
/** Highlighting rules of the page; separate from the interactions, because read-only pages highlight values, too. */
export const HighlightingRulesContext = createContext<readonly HighlightingRule[] | undefined>(undefined);
export const WidgetScopeContext = createContext<WidgetScope | undefined>(undefined);
export const MessageOriginContext = createContext<MessageOrigin | undefined>(undefined);
export const TableColumnsContext = createContext<TableColumns | undefined>(undefined);

export function clickedValue(field: string, value: unknown, paths: ValuePaths | undefined): ClickedValue {
  const steps = paths ? [...paths.rows, ...paths.columns] : [];
  if (steps.length === 0) return { field, value };
  const groups = steps.map((step) => ({
    field: step.field,
    value: step.value,
    ...(step.until !== undefined && { until: new Date(step.until).toISOString() }),
  }));
  return { field, value, groups };
}

export function useFieldInteractions(): FieldInteractions | undefined {
  return useContext(FieldInteractionsContext);
}

/** Returns the highlighting rules of the page; undefined where values are not highlighted. */
export function useHighlightingRules(): readonly HighlightingRule[] | undefined {
  const interactions = useFieldInteractions();
  return useContext(HighlightingRulesContext) ?? interactions?.rules;
}

/** Returns index, id, input and node of a message in a result; undefined for a message that is not stored. */
export function messageOriginOf({ index, message }: ResultMessage): MessageOrigin | undefined {
  const text = (field: string): string | undefined => {
    const value = message[field];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const id = text('_id');
  if (index === '' || id === undefined) return undefined;
  return {
    index,
    id,
    inputId: text('gl2_source_input'),
    nodeId: text('gl2_source_node'),
    timestamp: message['timestamp'],
  };
}
