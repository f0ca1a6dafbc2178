/**
 * Clock of the current turn of the event loop, which all inputs share, so that together they do not block it for long.
 */
export { sharedTurn as intakeTurn } from '../../foundation/yielding.js';
