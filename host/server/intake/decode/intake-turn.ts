/** All inputs share the turns of the event loop: datagrams, connections and calls together hold none of them for long. */
import { TurnClock } from '../../foundation/slices.js';

export const intakeTurn = new TurnClock();
