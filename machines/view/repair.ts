/**
 * Repairs stored views in which another tool or a person has written malformed members. Malformed members are left out
 * or replaced by defaults, so that the rest of the page works. Everything else, including unknown members, stays
 * unchanged.
 */
import type { View, ViewState, Widget } from '../../api/contract/views.schema.js';
import { positionOf, type Positions } from './positions.js';
import { rangeFault } from '../time-range/fault.js';
import { stateOf, withFreshSearch, withRestOfValues, type ViewDocument } from './document.js';
import type { Ids } from './ids.js';
import { isObject } from '../../api/is-object.js';

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isExtent = (value: unknown): boolean => typeof value === 'number' || value === 'Infinity';
const isPosition = (value: unknown): boolean =>
  isObject(value) && ['col', 'row', 'height', 'width'].every((name) => isExtent(value[name]));
const isPivot = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value['fields']) && value['fields'].every(isText) && isObject(value['config']);
const isSeries = (value: unknown): boolean =>
  isObject(value) && isText(value['function']) && (value['config'] === undefined || isObject(value['config']));
const isSort = (value: unknown): boolean => isObject(value) && isText(value['field']);
const isRule = (value: unknown): boolean => isObject(value) && isText(value['field']) && 'color' in value;
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isChartColor = (value: unknown): boolean => isObject(value) && isText(value['field_name']);

/** Returns the valid entries of a list; the list itself when all are valid. */
function entries(value: unknown, holds: (entry: unknown) => boolean): readonly unknown[] {
  if (!Array.isArray(value)) return [];
  return value.every(holds) ? value : value.filter(holds);
}

/**
 * Returns the valid groupings of a list. Groupings of reference servers of version 4 have `field` instead of `fields`.
 */
function pivotsOf(value: unknown): readonly unknown[] {
  const dated = (pivot: unknown): unknown =>
    isObject(pivot) && !('fields' in pivot) && isText(pivot['field']) ? { ...pivot, fields: [pivot['field']] } : pivot;
  const isOld = Array.isArray(value) && value.some((pivot) => dated(pivot) !== pivot);
  return entries(isOld ? value.map(dated) : value, isPivot);
}

/** Returns an object with only its valid properties; the object itself when all are valid. */
function properties(value: unknown, holds: (entry: unknown) => boolean): Fields {
  if (!isObject(value)) return {};
  const kept = Object.entries(value).filter(([, entry]) => holds(entry));
  return kept.length === Object.keys(value).length ? value : Object.fromEntries(kept);
}

/** Returns an object with its repaired properties; the object itself when the repair changed none. */
function changed(object: Fields, repaired: Fields): Fields {
  return Object.entries(repaired).every(([name, value]) => object[name] === value)
    ? object
    : { ...object, ...repaired };
}

/** Returns a repaired property as an object to spread; an empty object when the property is missing or null. */
const optional = (object: Fields, name: string, repair: (value: unknown) => unknown): Fields =>
  object[name] === undefined || object[name] === null ? {} : { [name]: repair(object[name]) };

function repairedConfig(type: string, value: unknown): Fields {
  const config = isObject(value) ? value : {};
  if (type.toLowerCase() === 'messages') {
    return changed(config, {
      fields: entries(config['fields'], isText),
      sort: entries(config['sort'], isSort),
      decorators: entries(config['decorators'], isObject),
    });
  }
  if (type.toLowerCase() !== 'aggregation') return config;
  const objectOrNull = (part: unknown): unknown => (isObject(part) ? part : null);
  return changed(config, {
    row_pivots: pivotsOf(config['row_pivots']),
    column_pivots: pivotsOf(config['column_pivots']),
    series: entries(config['series'], isSeries),
    sort: entries(config['sort'], isSort),
    ...(isText(config['visualization']) ? {} : { visualization: 'table' }),
    ...optional(config, 'visualization_config', objectOrNull),
    ...optional(config, 'formatting_settings', (settings) =>
      isObject(settings)
        ? changed(
            settings,
            optional(settings, 'chart_colors', (colors) => entries(colors, isChartColor)),
          )
        : null,
    ),
  });
}

/**
 * Repairs the widgets of a page. A widget with a missing or duplicate id gets a new id, which is the same whenever the
 * view is opened. The search has no results for this id, and the widget reports that. A missing type becomes an empty
 * text.
 */
function repairedWidgets(value: unknown): readonly Widget[] {
  const known = new Set<string>();
  const widgets = entries(value, isObject) as readonly (Partial<Widget> & Fields)[];
  const repaired = widgets.map((widget, index) => {
    const id = isText(widget.id) && !known.has(widget.id) ? widget.id : `${String(widget.id ?? 'widget')}-${index + 1}`;
    known.add(id);
    const type = isText(widget.type) ? widget.type : '';
    return changed(widget, { id, type, config: repairedConfig(type, widget.config) });
  });
  return (repaired.every((widget, index) => widget === widgets[index]) ? widgets : repaired) as readonly Widget[];
}

/** Returns positions for all widgets, because servers refuse views in which a widget has no position. */
function repairedPositions(value: unknown, widgets: readonly Widget[]): Fields {
  const positions = properties(value, isPosition) as Positions;
  const placed = Object.fromEntries(widgets.map((widget) => [widget.id, positionOf(positions, widget)]));
  return changed(positions, placed);
}

function repairedState(value: unknown): Fields {
  const state = isObject(value) ? value : {};
  const widgets = repairedWidgets(state['widgets']);
  const texts = (part: unknown): Fields => properties(part, isText);
  return changed(state, {
    widgets,
    widget_mapping: properties(state['widget_mapping'], isTexts),
    positions: repairedPositions(state['positions'], widgets),
    ...optional(state, 'titles', (titles) => {
      const kinds = properties(titles, isObject);
      return changed(kinds, Object.fromEntries(Object.entries(kinds).map(([kind, part]) => [kind, texts(part)])));
    }),
    ...optional(state, 'formatting', (formatting) =>
      isObject(formatting)
        ? changed(
            formatting,
            optional(formatting, 'highlighting', (rules) => entries(rules, isRule)),
          )
        : null,
    ),
  });
}

/** Returns a repaired view; the view itself when nothing needs repair. */
export function repairedView(view: View): View {
  const state = Object.fromEntries(
    Object.entries(view.state).map(([id, own]) => [id, repairedState(own) as ViewState]),
  );
  const repaired = changed(view.state, state);
  return repaired === view.state ? view : { ...view, state: repaired as View['state'] };
}

/**
 * Returns a document with a new search if the stored one cannot be executed, because a widget has an invalid range, or
 * if it lacks the series with which a chart of top values shows the omitted values.
 */
export function askableDocument(document: ViewDocument, ids: Ids): ViewDocument {
  const { view, search, isGuests } = document;
  const widgets = Object.values(view.state).flatMap((state) => state.widgets);
  if (widgets.some(({ timerange }) => rangeFault(timerange) !== undefined)) return withFreshSearch(document, ids);
  if (isGuests) return document;
  const queries = search.queries.map((query) => withRestOfValues(query, stateOf(document, query.id ?? '')));
  if (queries.every((query, index) => query === search.queries[index])) return document;
  const id = ids.objectId();
  return { view: { ...view, search_id: id }, search: { ...search, id, queries } };
}
