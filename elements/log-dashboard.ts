/**
 * `<log-dashboard view-id="…">`: a dashboard with its pages.
 *
 * Attributes and properties, besides those of every element:
 * – `view-id`: id of the dashboard
 * – `page`: id of a page; the first page when absent
 * – `query`: filters all widgets in addition to their own queries
 * – `range`: replaces the ranges of all widgets; seconds, `from/to` instants, or words
 * – `refresh`: seconds
 * – `variables`: values of the dashboard's variables as in an address, such as `var-host=web-01`
 * – `hide`: some of `title`, `tabs`, `filter`, `export`, `refresh`
 * – `allow`: some of `query`, `range`, `filter`: refinements that a viewer may make but not save
 * – `filters` (only a property): field, value or query, label, and mode (`locked`, `hidden` or `editable`) of filters
 * that are added to every query `page`, `query`, `range`, `refresh` and `variables` change when the user changes their
 * values.
 *
 * Events, besides those of every element:
 * – `log-page-change {page}`, `log-query-change {query, range}`, `log-variables-change {variables}`,
 * `log-filters-change {filters}`, `log-view-saved {id}`
 * – `log-refresh-change {refresh}`: `refresh` is in seconds; undefined: switched off
 * – `log-widget-focus {id, focusing, editing}`: `id` null: no widget
 * – `log-value-click {field, value, groups, widget}`: cancelable; if it is cancelled, the menu of the value stays
 * closed
 * – `log-message-open {index, id}`: cancelable; if it is cancelled, the row stays closed The element does not change
 * the address bar: the host page may store the event details there and set the attributes from it.
 *
 * Methods: `refresh()` (resolves when all visible widgets have their results), `pause()`, `resume()`,
 * `exportMessages('csv' | 'json')`. `refresh` names a method and an attribute: `element.refresh()` calls the method;
 * `element.refresh = 60` and the attribute set the seconds.
 */
import { LogDashboard } from './dashboard/lazy-dashboard.js';
import { number, text } from './element/attributes.js';
import { switchAttributes } from './element/switches.js';
import { filtersProperty } from './dashboard/filters/filters-property.js';
import { defineElement } from './frame/define.js';
import { rangeAttribute } from './search/range-attribute.js';

export type { LogDashboardProps } from './dashboard/index.js';

defineElement('log-dashboard', LogDashboard, {
  attributes: {
    viewId: text(),
    page: text(),
    query: text(''),
    range: rangeAttribute(),
    refresh: number({ min: 1 }),
    variables: text(''),
    ...switchAttributes,
  },
  properties: { filters: filtersProperty },
  events: { 'log-value-click': { cancelable: true }, 'log-message-open': { cancelable: true } },
  methods: ['refresh', 'pause', 'resume', 'exportMessages'],
  missing: ({ viewId }) =>
    viewId
      ? undefined
      : {
          title: 'No view id specified!',
          help: 'The element has no dashboard to show: give it a view-id.',
        },
  ready: 'component',
});
