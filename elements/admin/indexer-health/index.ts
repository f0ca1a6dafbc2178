/** Exports the bar and the text for the state of the message storage, which several pages show. */
export { alertKindOf, HealthBar, healthLine } from './health-line.js';
