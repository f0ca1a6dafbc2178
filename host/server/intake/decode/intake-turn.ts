/** All inputs share the turns of the event loop: datagrams, connections and calls together hold none of them for long. */
export { sharedTurn as intakeTurn } from '../../foundation/yielding.js';
