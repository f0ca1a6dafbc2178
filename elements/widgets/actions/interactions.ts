/**
 * Actions of the menus of fields and values. A page provides them once around its widgets; absent ones are not offered. Without a
 * provider, values and field names are plain text (embeds, the single message page).
 */
import { createContext, useContext } from 'react';
import type { FieldType, ResultMessage, TimeRange } from '../../../api/contract/searches.js';
import type { HighlightingRule, Widget } from '../../../api/contract/views.schema.js';

/** A widget that a menu asks the page to create; the page gives it an id and a position. */
export interface NewWidget {
  readonly type: 'aggregation' | 'messages';
  readonly config: Record<string, unknown>;
  readonly title?: string;
  /** Query, streams, range and filters of the widget that it is made from; those of a new widget when absent. */
  readonly scope?: WidgetScope['settings'] | undefined;
}

/** The widget around a value. */
export interface WidgetScope {
  readonly type: 'aggregation' | 'messages';
  /** Settings that a widget created from here takes over. */
  readonly settings: Pick<Widget, 'filter' | 'filters' | 'query' | 'streams' | 'timerange'>;
  /** Facts of the search behind the result; used for event definitions. */
  readonly search: () => SearchFacts;
}

interface SearchFacts {
  /** Parameters already replaced. */
  readonly queryString: string;
  readonly filterQueries: readonly string[];
  readonly streams: readonly string[];
  readonly timeRange: TimeRange | undefined;
}

/** The stored message around a value: where an extractor could begin. */
export interface MessageOrigin {
  readonly index: string;
  readonly id: string;
  /** Id of the input; absent when the message has none. */
  readonly inputId?: string | undefined;
  readonly nodeId?: string | undefined;
}

/** Columns of the message table in which a field stands. */
export interface TableColumns {
  readonly fields: readonly string[];
  readonly onAdd: (field: string) => void;
  readonly onRemove: (field: string) => void;
}

export interface FieldInteractions {
  /** The query that "Add to query" and "Exclude from results" build on, as typed now. */
  readonly query: () => string;
  /** A new query text; the page submits it (search) or overrides with it (dashboard). */
  readonly onQuery?: (query: string) => void;
  /** Chart, Show top values, Statistics, Show documents. */
  readonly onAddWidget?: (widget: NewWidget) => void;
  /** Compares the messages of a query clause with all others, for the menu entry "What is different with this value?". */
  readonly onCompare?: (clause: string) => void;
  /** Highlight this value: a rule of one field and value, its colour chosen by the page when absent. */
  readonly onHighlight?: (rule: Pick<HighlightingRule, 'field' | 'value'>) => void;
  /** Add to / Remove from all tables of the page. */
  readonly onAllTables?: (field: string, change: 'add' | 'remove') => void;
  /** Fields that are columns of every message table of the page. */
  readonly columnsOfAllTables?: readonly string[];
  readonly typeOf: (field: string) => FieldType['type'] | undefined;
  /** Tells that searches cannot find the field although messages have it. */
  readonly isLeftOut?: (field: string) => boolean;
  /** `analysis_disabled_fields` of the cluster's search configuration. */
  readonly analysisDisabledFields?: readonly string[];
  readonly rules?: readonly HighlightingRule[];
  /** Tells whether the console around has a page for a route; actions that lead elsewhere are not offered. */
  readonly hasRoute?: ((route: string) => boolean) | undefined;
  /** A value was clicked; returning false keeps the menu closed (the host handled `log-value-click`). */
  readonly onValueClick?: (value: { field: string; value: unknown }) => boolean | void;
}

export const FieldInteractionsContext = createContext<FieldInteractions | undefined>(undefined);
/** Highlighting rules for pages that cannot be changed; their values are marked too. */
export const HighlightingRulesContext = createContext<readonly HighlightingRule[] | undefined>(undefined);
export const WidgetScopeContext = createContext<WidgetScope | undefined>(undefined);
export const MessageOriginContext = createContext<MessageOrigin | undefined>(undefined);
export const TableColumnsContext = createContext<TableColumns | undefined>(undefined);

export function useFieldInteractions(): FieldInteractions | undefined {
  return useContext(FieldInteractionsContext);
}

/** The rules that mark values here. */
export function useHighlightingRules(): readonly HighlightingRule[] | undefined {
  const interactions = useFieldInteractions();
  return useContext(HighlightingRulesContext) ?? interactions?.rules;
}

/** Returns the storage place of a message of a result; undefined for one that is not stored. */
export function messageOriginOf({ index, message }: ResultMessage): MessageOrigin | undefined {
  const text = (field: string): string | undefined => {
    const value = message[field];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const id = text('_id');
  if (index === '' || id === undefined) return undefined;
  return { index, id, inputId: text('gl2_source_input'), nodeId: text('gl2_source_node') };
}
