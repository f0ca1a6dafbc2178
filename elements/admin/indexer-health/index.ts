/** How the storage of messages is, for the pages that tell of it. */
export { alertKindOf, HealthBar, healthLine } from './health-line.js';
