/**
 * `<log-widget view-id="…" widget-id="…">`: a single widget of a dashboard, for a page that arranges widgets itself.
 *
 * Attributes and properties, besides those of every element:
 * – `view-id`: id of the dashboard
 * – `widget-id`: id of the widget
 * – `query`: added to the widget's query
 * – `range`: replaces the widget's range; as on `log-search`
 * – `refresh`: seconds
 * – `hide`: some of `title`, `export`
 * – `allow`: some of `range`, `filter`: refinements that a viewer may make
 * – `filters` (only a property): as on `log-dashboard` The height is the widget's height on its dashboard in a wide
 * window. `--log-widget-height` sets another height; a `height` of the element itself takes precedence over both.
 *
 * Events, besides those of every element:
 * – `log-value-click {field, value, groups, widget}`: cancelable; if it is cancelled, the menu of the value stays
 * closed
 * – `log-message-open {index, id}`: cancelable; if it is cancelled, the row stays closed
 * – `log-query-change {query, range}`: a viewer has refined the widget
 *
 * Methods: `refresh()`, `pause()`, `resume()`, `exportMessages('csv' | 'json')`.
 */
import { number, text } from './element/attributes.js';
import { switchAttributes } from './element/switches.js';
import { filtersProperty } from './dashboard/filters/filters-property.js';
import { defineElement } from './frame/define.js';
import { rangeAttribute } from './search/range-attribute.js';
import { LogWidget } from './widget/lazy-widget.js';

export type { LogWidgetProps } from './widget/log-widget.js';

export const LogWidgetElement = defineElement('log-widget', LogWidget, {
  attributes: {
    viewId: text(),
    widgetId: text(),
    query: text(''),
    range: rangeAttribute(),
    refresh: number({ min: 1 }),
    ...switchAttributes,
  },
  properties: { filters: filtersProperty },
  events: { 'log-value-click': { cancelable: true }, 'log-message-open': { cancelable: true } },
  methods: ['refresh', 'pause', 'resume', 'exportMessages'],
  missing: ({ viewId, widgetId }) =>
    viewId && widgetId
      ? undefined
      : { title: 'No widget is named', help: 'This widget needs the attributes view-id and widget-id.' },
  ready: 'component',
});
