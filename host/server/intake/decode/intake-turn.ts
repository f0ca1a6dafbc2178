/**
 * Exports the clock of the current turn of the event loop. All inputs share this clock, so that together they do not
 * block the event loop for long.
 */
export { sharedTurn as intakeTurn } from '../../foundation/yielding.js';
