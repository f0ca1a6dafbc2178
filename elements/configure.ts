/** `configure({ server, getToken, theme, timezone, locale })`: what all elements of a page begin with. Defines no element. */
export { configure, type PageDefaults } from './element/page-defaults.js';
