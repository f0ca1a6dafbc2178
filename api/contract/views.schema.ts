/** Shapes of views: saved searches and dashboards (contract search V1–V5). Unknown members are kept unchanged. */
import { Type, type Static } from '@sinclair/typebox';
import type { Decorator } from './searches.schema.js';
import { BackendQuery, UsedSearchFilter } from './searches.schema.js';
import { TimeRange } from './time-range.schema.js';
import { orNull } from './nullable.schema.js';

const maybe = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Optional(orNull(schema));

/** Column, row, height or width in grid units; the width "Infinity" means a full row. */
const extent = Type.Union([Type.Number(), Type.Literal('Infinity')]);
export const WidgetPosition = Type.Object({ col: extent, row: extent, height: extent, width: extent });
export type WidgetPosition = Static<typeof WidgetPosition>;

export const HighlightColor = Type.Union([
  Type.Object({ type: Type.Literal('static'), color: Type.String() }),
  Type.Object({
    type: Type.Literal('gradient'),
    gradient: Type.String(),
    lower: Type.Number(),
    upper: Type.Number(),
  }),
  Type.String(),
]);
export type HighlightColor = Static<typeof HighlightColor>;

export const HighlightingRule = Type.Object({
  field: Type.String(),
  value: Type.Unknown(),
  condition: Type.Optional(Type.String()),
  color: HighlightColor,
});
export type HighlightingRule = Omit<Static<typeof HighlightingRule>, 'condition'> & {
  condition?: 'equal' | 'not_equal' | 'greater' | 'greater_equal' | 'less' | 'less_equal';
};

export const Widget = Type.Object({
  id: Type.String(),
  type: Type.String(),
  filter: maybe(Type.String()),
  filters: maybe(Type.Array(UsedSearchFilter)),
  timerange: maybe(TimeRange),
  query: maybe(BackendQuery),
  streams: maybe(Type.Array(Type.String())),
  config: Type.Record(Type.String(), Type.Unknown()),
});
export type Widget = Static<typeof Widget>;

/**
 * Configuration of a widget of type `messages` in the API. Code that knows the type of a widget gets it by
 * `messageTableOf` (machines/view/widget-config.ts).
 */
export interface MessageTableConfig {
  fields: string[];
  show_message_row: boolean;
  show_summary: boolean;
  decorators: Static<typeof Decorator>[];
  sort: { type: 'pivot'; field: string; direction: 'Ascending' | 'Descending' }[];
  [unknown: string]: unknown;
}

/**
 * Configuration of a widget of type `aggregation` in the API. Code that knows the type of a widget gets it by
 * `aggregationOf` (machines/view/widget-config.ts).
 */
export interface AggregationConfig {
  row_pivots: WidgetPivot[];
  column_pivots: WidgetPivot[];
  series: { config: { name: string | null }; function: string }[];
  sort: { type: 'pivot' | 'series'; field: string; direction: 'Ascending' | 'Descending' }[];
  visualization: string;
  visualization_config: Record<string, unknown> | null;
  formatting_settings: { chart_colors: { field_name: string; chart_color: string }[] } | null;
  rollup: boolean;
  event_annotation: boolean;
  [unknown: string]: unknown;
}

export interface WidgetPivot {
  fields: string[];
  type: 'time' | 'values';
  config: {
    limit?: number;
    skip_empty_values?: boolean;
    interval?: { type: 'auto'; scaling?: number | null } | { type: 'timeunit'; value: number; unit: string };
  };
}

export const ViewState = Type.Object({
  selected_fields: maybe(Type.Array(Type.String())),
  static_message_list_id: maybe(Type.String()),
  titles: maybe(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
  widgets: Type.Array(Widget),
  widget_mapping: Type.Record(Type.String(), Type.Array(Type.String())),
  positions: Type.Record(Type.String(), WidgetPosition),
  formatting: maybe(Type.Object({ highlighting: maybe(Type.Array(HighlightingRule)) })),
  display_mode_settings: maybe(Type.Unknown()),
});
export type ViewState = Static<typeof ViewState>;

const viewFields = {
  /**
   * Version of the view. The embedded server returns it, and clients send it back: a save of an outdated version is
   * refused with 409. Without this member a save overwrites any version, as on reference servers.
   */
  last_updated_at: maybe(Type.String()),
  type: Type.Optional(Type.Union([Type.Literal('SEARCH'), Type.Literal('DASHBOARD')])),
  title: Type.String({ minLength: 1 }),
  summary: maybe(Type.String()),
  description: maybe(Type.String()),
  search_id: Type.String(),
  properties: maybe(Type.Array(Type.String())),
  state: Type.Record(Type.String(), ViewState),
};
/** A view to store; the server accepts and ignores the members that it computes itself. */
export const ViewInput = Type.Object({ id: Type.Optional(Type.String()), ...viewFields });
export type ViewInput = Static<typeof ViewInput>;

export interface ViewSummary {
  id: string;
  type: 'SEARCH' | 'DASHBOARD';
  title: string;
  summary: string;
  description: string;
  search_id: string;
  properties: string[];
  requires: Record<string, { name?: string; url?: string }>;
  owner: string | null;
  created_at: string;
  favorite: boolean;
}
export interface View extends ViewSummary {
  state: Record<string, ViewState>;
  /** Time of the last change; only servers that refuse to overwrite a newer version return it (see `ViewInput`). */
  last_updated_at?: string | null;
}
