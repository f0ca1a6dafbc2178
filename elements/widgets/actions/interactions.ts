/**
 * Actions for the menus of fields and values. A page provides them to its widgets; absent actions are not offered.
 * Without a provider, values and field names are plain text (embeds, single message page).
 */
import { createContext, useContext } from 'react';
import type { FieldType, ResultMessage, TimeRange } from '../../../api/contract/searches.js';
import type { HighlightingRule, Widget } from '../../../api/contract/views.schema.js';

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
  /** Settings that a widget created from this one inherits. */
  readonly settings: Pick<Widget, 'filter' | 'filters' | 'query' | 'streams' | 'timerange'>;
  /** Returns facts of the search behind the result, for event definitions. */
  readonly search: () => SearchFacts;
}

interface SearchFacts {
  /** Query with parameters already replaced. */
  readonly queryString: string;
  readonly filterQueries: readonly string[];
  readonly streams: readonly string[];
  readonly timeRange: TimeRange | undefined;
}

/** The stored message that contains a value: the example for a new extractor. */
export interface MessageOrigin {
  readonly index: string;
  readonly id: string;
  /** Id of the input; absent when the message has none. */
  readonly inputId?: string | undefined;
  readonly nodeId?: string | undefined;
}

/** Columns of the message table that contains the field. */
export interface TableColumns {
  readonly fields: readonly string[];
  readonly onAdd: (field: string) => void;
  readonly onRemove: (field: string) => void;
}

export interface FieldInteractions {
  /** Returns the currently typed query that "Add to query" and "Exclude from results" extend. */
  readonly query: () => string;
  /** Called with a new query; the page submits it (search) or applies it as an override (dashboard). */
  readonly onQuery?: (query: string) => void;
  /** Used by Chart, Show top values, Statistics, Show documents. */
  readonly onAddWidget?: (widget: NewWidget) => void;
  /**
   * Compares the messages of a query clause with all others, for the menu entry "What is different with this value?".
   */
  readonly onCompare?: (clause: string) => void;
  /** Used by "Highlight this value": adds a rule for the field and value; the page chooses the colour. */
  readonly onHighlight?: (rule: Pick<HighlightingRule, 'field' | 'value'>) => void;
  /** Used by "Add to / Remove from all tables" of the page. */
  readonly onAllTables?: (field: string, change: 'add' | 'remove') => void;
  /** Fields that are columns of every message table of the page. */
  readonly columnsOfAllTables?: readonly string[];
  readonly typeOf: (field: string) => FieldType['type'] | undefined;
  /** Tells whether searches cannot find a field although messages have it. */
  readonly isLeftOut?: (field: string) => boolean;
  /** Value of `analysis_disabled_fields` in the searches configuration. */
  readonly analysisDisabledFields?: readonly string[];
  readonly rules?: readonly HighlightingRule[];
  /** Tells whether the surrounding console has a page for a route; actions that open other pages are not offered. */
  readonly hasRoute?: ((route: string) => boolean) | undefined;
  /** Called when a value is clicked; returning false keeps the menu closed (the host handled `log-value-click`). */
  readonly onValueClick?: (value: { field: string; value: unknown }) => boolean | void;
}

export const FieldInteractionsContext = createContext<FieldInteractions | undefined>(undefined);
/** Highlighting rules for read-only pages, which highlight values too. */
export const HighlightingRulesContext = createContext<readonly HighlightingRule[] | undefined>(undefined);
export const WidgetScopeContext = createContext<WidgetScope | undefined>(undefined);
export const MessageOriginContext = createContext<MessageOrigin | undefined>(undefined);
export const TableColumnsContext = createContext<TableColumns | undefined>(undefined);

export function useFieldInteractions(): FieldInteractions | undefined {
  return useContext(FieldInteractionsContext);
}

/** Returns the highlighting rules that apply here. */
export function useHighlightingRules(): readonly HighlightingRule[] | undefined {
  const interactions = useFieldInteractions();
  return useContext(HighlightingRulesContext) ?? interactions?.rules;
}

/** Returns index and id of a message in a result; undefined for an unstored one. */
export function messageOriginOf({ index, message }: ResultMessage): MessageOrigin | undefined {
  const text = (field: string): string | undefined => {
    const value = message[field];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const id = text('_id');
  if (index === '' || id === undefined) return undefined;
  return { index, id, inputId: text('gl2_source_input'), nodeId: text('gl2_source_node') };
}
