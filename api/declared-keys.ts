/**
 * The keys that a view's states and widgets are declared with (contract search ViewState, Widget), and what each says when it is
 * unset. Consoles leave out what is unset and a server answers it; what nobody declared stays as it is.
 */
import type { ViewState } from './contract/views.schema.js';

type Fields = Readonly<Record<string, unknown>>;

const stateKeys: Fields = {
  selected_fields: null,
  static_message_list_id: null,
  titles: {},
  formatting: null,
  display_mode_settings: { positions: {} },
};
const widgetKeys: Fields = { filter: null, filters: [], timerange: null, query: null, streams: [] };
/** Members of the configuration by type of widget in lower case; the configuration of any other type is left untouched. */
const configKeys: Readonly<Record<string, Fields>> = {
  messages: {
    fields: [],
    show_message_row: false,
    show_summary: null,
    decorators: [],
    sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }],
  },
  aggregation: {
    row_pivots: [],
    column_pivots: [],
    series: [],
    sort: [],
    visualization_config: null,
    formatting_settings: null,
    rollup: true,
    event_annotation: false,
  },
};

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object with the keys that it lacks; the same object when it lacks none. */
function filled(object: Fields, keys: Fields): Fields {
  const missing = Object.entries(keys).filter(([key, unset]) => (object[key] ?? unset) !== object[key]);
  return missing.length > 0 ? { ...object, ...Object.fromEntries(missing) } : object;
}

function declaredWidget(widget: unknown): unknown {
  if (!isObject(widget)) return widget;
  const { type, config } = widget;
  const keys = typeof type === 'string' ? configKeys[type.toLowerCase()] : undefined;
  return filled(keys && isObject(config) ? { ...widget, config: filled(config, keys) } : widget, widgetKeys);
}

function declaredState(state: unknown): unknown {
  if (!isObject(state)) return state;
  const { widgets, formatting } = state;
  return filled(
    {
      ...state,
      ...(Array.isArray(widgets) && { widgets: widgets.map(declaredWidget) }),
      ...(isObject(formatting) && { formatting: filled(formatting, { highlighting: [] }) }),
    },
    stateKeys,
  );
}

/** States by query id, with every declared key of theirs and of their widgets. */
export function withDeclaredKeys(states: Readonly<Record<string, ViewState>>): Record<string, ViewState> {
  return Object.fromEntries(Object.entries(states).map(([id, state]) => [id, declaredState(state)])) as Record<
    string,
    ViewState
  >;
}
