/** State of the message store, for the pages that show it. */
export { alertKindOf, HealthBar, healthLine } from './health-line.js';
