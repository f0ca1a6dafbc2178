/**
 * `<log-alerts range="86400" states="open,acknowledged">`: recent alerts, newest first, compact enough for the corner
 * of a page.
 *
 * Attributes and properties, besides those of every element:
 * – `query`: search syntax over the fields of events
 * – `range`: seconds (`0` is all time), `from/to`, or words
 * – `type`: `alerts`, `events` or `both`
 * – `stream` and `definition`: ids, separated by commas
 * – `states`: some of `open`, `acknowledged`, `muted`, `closed`, separated by commas; ignored if the server keeps no
 *   states
 * – `limit`: number of alerts shown, 1 to 100, default 20
 *
 * Event `log-alert-open {id}`: the user chose an alert. A page that prevents the default action keeps the console from
 * showing the alert. Guests of an embed token can choose alerts only if the page listens for this event or sets
 * `console-url`.
 *
 * Method `refresh()` loads the alerts again; the element also reloads them every 30 s.
 */
import type { AlertStatus } from '../api/contract/alerts.js';
import { alertStatuses } from '../machines/alerts-question.js';
import { BadValue, custom, list, number, oneOf, text } from './element/attributes.js';
import { watchListeners } from './admin/alerts/open-listeners.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';
import { rangeAttribute } from './search/range-attribute.js';

const part = early('log-alerts', () => import('./admin/alerts/alert-list.js'));

const names = (given: readonly string[]): readonly AlertStatus[] =>
  given.map((name) => {
    const known = alertStatuses.find((status) => status === name);
    if (!known) throw new BadValue(`some of ${alertStatuses.join(', ')}`, name);
    return known;
  });
const ids = list();
const noStates: readonly AlertStatus[] = [];
const states = custom<readonly AlertStatus[]>({
  type: `readonly (${alertStatuses.map((status) => `'${status}'`).join(' | ')})[]`,
  fallback: noStates,
  parse: (given) => names(ids.parse(given)),
  stringify: (value) => ids.stringify(value),
  accept: (value) => names(typeof value === 'string' ? ids.parse(value) : ids.accept(value)),
});

export const LogAlertsElement = defineElement('log-alerts', lazyPart(part, 'LogAlerts'), {
  attributes: {
    query: text(''),
    range: rangeAttribute(),
    type: oneOf(['alerts', 'events', 'both'], 'alerts'),
    stream: list(),
    definition: list(),
    states,
    limit: number({ min: 1, max: 100, integer: true }, 20),
  },
  events: { 'log-alert-open': { cancelable: true } },
  methods: ['refresh'],
  ready: 'component',
});
watchListeners(LogAlertsElement);
