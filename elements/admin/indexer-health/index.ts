/** State of the message storage, shown on several pages. */
export { alertKindOf, HealthBar, healthLine } from './health-line.js';
