/**
 * What field and value menus may do. A page provides it once around its widgets; whatever is absent is not offered.
 * Without a provider values and field names are plain text (embeds, the single message page).
 */
import { createContext, useContext } from 'react';
import type { FieldType } from '../../../api/contract/searches.js';
import type { HighlightingRule } from '../../../api/contract/views.schema.js';

/** A widget that a menu asks the page to create; the page gives it an id and a position. */
export interface NewWidget {
  readonly type: 'aggregation' | 'messages';
  readonly config: Record<string, unknown>;
  readonly title?: string;
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
  /** Highlight this value: a rule of one field and value, its colour chosen by the page when absent. */
  readonly onHighlight?: (rule: Pick<HighlightingRule, 'field' | 'value'>) => void;
  /** Add to / Remove from all tables of the page. */
  readonly onAllTables?: (field: string, change: 'add' | 'remove') => void;
  /** Fields that are columns of every message table of the page. */
  readonly columnsOfAllTables?: readonly string[];
  readonly typeOf: (field: string) => FieldType['type'] | undefined;
  /** `analysis_disabled_fields` of the cluster's search configuration. */
  readonly analysisDisabledFields?: readonly string[];
  readonly rules?: readonly HighlightingRule[];
  /** A value was clicked; returning false keeps the menu closed (the host handled `log-value-click`). */
  readonly onValueClick?: (value: { field: string; value: unknown }) => boolean | void;
}

export const FieldInteractionsContext = createContext<FieldInteractions | undefined>(undefined);
/** For pages where nothing can be changed: their values are marked all the same. */
export const HighlightingRulesContext = createContext<readonly HighlightingRule[] | undefined>(undefined);
export const TableColumnsContext = createContext<TableColumns | undefined>(undefined);

export function useFieldInteractions(): FieldInteractions | undefined {
  return useContext(FieldInteractionsContext);
}

/** The rules that mark values here. */
export function useHighlightingRules(): readonly HighlightingRule[] | undefined {
  const interactions = useFieldInteractions();
  return useContext(HighlightingRulesContext) ?? interactions?.rules;
}
