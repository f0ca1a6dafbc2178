/**
 * Defines the input types whose messages the server produces itself: the generator of sample messages, and the server's
 * log.
 */
import { flagOr, numberOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { RandomHttpTransport } from '../transport/random-http.js';
import type { Receiver } from '../transport/receiver.js';
import type { Transport } from '../transport/transport.js';
import { randomFields } from './config-fields.js';
import { raw } from './decoders.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { inputType } from './input-type.js';

function generator(attributes: Attributes, receiver: Receiver): Transport {
  const settings = {
    source: textOr(attributes, 'source', 'example.org'),
    sleep: numberOr(attributes, 'sleep', 25),
    deviation: numberOr(attributes, 'sleep_deviation', 30),
    throttled: flagOr(attributes, 'throttling_allowed', false),
  };
  return new RandomHttpTransport(settings, receiver);
}

/** The server passes its own log entries to the input within the process, so the input needs no transport. */
const noTransport: Transport = { start: async () => undefined, stop: async () => undefined };

export const randomHttp = inputType({
  id: ids.randomHttp,
  name: 'Random HTTP message generator',
  fields: randomFields,
  decoder: raw,
  transport: generator,
});

export const serverLog = inputType({
  id: ids.serverLog,
  name: 'Server log',
  fields: {},
  creatable: false,
  decoder: raw,
  transport: () => noTransport,
});
