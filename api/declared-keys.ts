/**
 * Members that the contract declares for a view's states and widgets (contract search ViewState, Widget), with their
 * values when they are not set. Consoles may omit such members, but answers of a server always contain them. Undeclared
 * members stay unchanged.
 */
import type { ViewState } from './contract/views.schema.js';
import { isObject } from './is-object.js';

type Fields = Readonly<Record<string, unknown>>;

const stateKeys: Fields = {
  selected_fields: null,
  static_message_list_id: null,
  titles: {},
  formatting: null,
  display_mode_settings: { positions: {} },
};
const widgetKeys: Fields = { filter: null, filters: [], timerange: null, query: null, streams: [] };
/**
 * Members that the contract declares for a widget's configuration, by type in lower case; configurations of other types
 * stay unchanged.
 */
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

/** Returns an object with its missing members added; the object itself when none is missing. */
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

/** Returns the states (by query id) with all declared members of the states and their widgets. */
export function withDeclaredKeys(states: Readonly<Record<string, ViewState>>): Record<string, ViewState> {
  return Object.fromEntries(Object.entries(states).map(([id, state]) => [id, declaredState(state)])) as Record<
    string,
    ViewState
  >;
}
