/** Defines the input type that polls an HTTP API and reads a value from its JSON response. */
import { flagOr, numberOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { urlProblem } from '../../outgoing/url-problem.js';
import { headersOf, HttpPollTransport } from '../transport/http-poll.js';
import type { Receiver } from '../transport/receiver.js';
import type { Transport } from '../transport/transport.js';
import { jsonPathFields, timeUnits } from './config-fields.js';
import { jsonPathValue } from './decoders.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { errorOf } from '../../foundation/caught.js';
import { inputType, type TransportRooms } from './input-type.js';

const leastIntervalMs = 1_000;
/** Longest polling interval in milliseconds: Node's timers accept no longer delay. */
const mostIntervalMs = 2 ** 31 - 1;

function httpPoll(attributes: Attributes, receiver: Receiver, rooms: TransportRooms): Transport {
  const unit = textOr(attributes, 'timeunit', 'MINUTES') as keyof typeof timeUnits;
  const interval = numberOr(attributes, 'interval', 1) * (timeUnits[unit] ?? timeUnits.MINUTES);
  const settings = {
    url: textOr(attributes, 'target_url', ''),
    headers: textOr(attributes, 'headers', ''),
    secretHeaders: () => rooms.secret('encrypted_headers'),
    intervalMs: Math.min(Math.max(interval, leastIntervalMs), mostIntervalMs),
    throttled: flagOr(attributes, 'throttling_allowed', false),
    egress: rooms.egress,
    onTrouble: rooms.onTrouble,
  };
  return new HttpPollTransport(settings, receiver);
}

/**
 * Explains why the settings of a polling input are invalid; undefined: they are valid. The JSON path is checked by
 * creating the decoder, and the encrypted headers are checked when the input starts.
 */
function httpPollProblem(attributes: Attributes): string | undefined {
  const wrong = urlProblem('target_url', textOr(attributes, 'target_url', ''));
  if (wrong !== undefined) return wrong;
  if (!Object.hasOwn(timeUnits, textOr(attributes, 'timeunit', 'MINUTES'))) return '"timeunit" is none of the units';
  try {
    headersOf(textOr(attributes, 'headers', ''));
    return undefined;
  } catch (error) {
    return `"headers": ${errorOf(error).message}`;
  }
}

export const jsonPath = inputType({
  id: ids.jsonPath,
  name: 'JSON path value from HTTP API',
  fields: jsonPathFields,
  decoder: jsonPathValue,
  problem: httpPollProblem,
  transport: httpPoll,
});
