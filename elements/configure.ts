/**
 * `configure({ server, getToken, theme, timezone, locale })` sets the defaults for all elements of a page. This module
 * defines no element.
 */
export { configure, type PageDefaults } from './element/page-defaults.js';
