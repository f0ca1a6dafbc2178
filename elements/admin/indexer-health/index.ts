/** State of the message store, for several pages. */
export { alertKindOf, HealthBar, healthLine } from './health-line.js';
