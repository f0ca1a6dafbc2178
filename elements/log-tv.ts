/**
 * `<log-tv>`: a dashboard for a wall display, one page after another.
 *
 * Attributes and properties, besides those of every element:
 * – `view-id`: id of the dashboard
 * – `interval`: seconds between pages, default 30
 * – `refresh`: seconds between refreshes, default 10
 * – `tabs`: positions of the pages to show, from 0, separated by commas; absent: all
 * – `query`: filters all widgets in addition to their own queries
 * – `range`: replaces the ranges of the widgets; as on `log-search`
 * – `variables`: values of the dashboard's variables as in an address, such as `var-host=web-01`
 * – `hide`: `logo` hides the logo of the product
 * – `alert-sound`: a sound plays for a new alert
 * – `alert-badge`: the window's title shows the number of alerts in the last 15 minutes
 * The custom property `--log-tv-height` sets the height (default: the height of the window).
 *
 * Events, besides those of every element: `log-page-change {page, title, dashboard}` (id and title of the page, title
 * of the dashboard), `log-refreshed {at}`. The element has no login form: while nobody is signed in it shows its last
 * data with its age, and it continues once somebody has signed in elsewhere.
 */
import { custom, flag, number, text, BadValue } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { switchAttributes } from './element/switches.js';
import { rangeAttribute } from './search/range-attribute.js';
import { LogTv } from './tv/lazy-tv.js';

export type { LogTvProps } from './tv/index.js';

const expected = 'positions of pages from 0, separated by commas';

function positionsOf(given: string): readonly number[] {
  if (given.trim() === '') return [];
  return given.split(',').map((part) => {
    if (!/^\s*\d{1,4}\s*$/.test(part)) throw new BadValue(expected, given);
    return Number(part);
  });
}

const positions = custom<readonly number[]>({
  type: 'readonly number[]',
  fallback: [],
  parse: positionsOf,
  stringify: (value) => (value.length === 0 ? null : value.join(',')),
  accept: (value) => {
    if (value === undefined) return [];
    if (typeof value === 'string') return positionsOf(value);
    if (Array.isArray(value)) return positionsOf(value.join(','));
    throw new BadValue(expected, value);
  },
});

defineElement('log-tv', LogTv, {
  attributes: {
    viewId: text(),
    interval: number({ min: 1, max: 86_400 }, 30),
    refresh: number({ min: 1, max: 86_400 }, 10),
    tabs: positions,
    query: text(''),
    range: rangeAttribute(),
    variables: text(''),
    alertSound: flag(),
    alertBadge: flag(),
    hide: switchAttributes.hide,
  },
  ready: 'component',
  signIn: 'component',
});
