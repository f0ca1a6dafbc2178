/**
 * Defines the input types for lines of text over UDP and TCP. The format of the lines is recognised for each sender,
 * unless the input disables this.
 */
import type { Attributes } from '../../foundation/attributes.js';
import type { Receiver } from '../transport/receiver.js';
import { shapedConnections, shapedPackets } from '../transport/shaped-lines.js';
import { framed, type NewFraming } from '../transport/tcp.js';
import type { Transport } from '../transport/transport.js';
import { lineFields, tcpFields, udpFields } from './config-fields.js';
import { raw } from './decoders.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { inputType, type TransportRooms } from './input-type.js';
import { lines, tcp, udp } from './listeners.js';
import { recognises, shaped } from './shape-settings.js';
import { delimited, hello, overTcp, overUdp } from './trial.js';

function linesOverUdp(attributes: Attributes, receiver: Receiver, rooms: TransportRooms): Transport {
  if (!recognises(attributes)) return udp(attributes, receiver);
  return shapedPackets(shaped(attributes, rooms), receiver, (assemble) => udp(attributes, receiver, assemble));
}

function linesOverTcp(attributes: Attributes, receiver: Receiver, rooms: TransportRooms): Transport {
  const over = (newFraming: NewFraming) => tcp(attributes, receiver, framed(newFraming));
  if (!recognises(attributes)) return over(lines(attributes));
  return shapedConnections(shaped(attributes, rooms), receiver, lines(attributes), over);
}

export const rawUdp = inputType({
  id: ids.rawUdp,
  name: 'Raw/Plaintext UDP',
  fields: { ...udpFields(5555), ...lineFields },
  trial: overUdp(hello),
  preview: 'lines',
  decoder: raw,
  transport: linesOverUdp,
});

export const rawTcp = inputType({
  id: ids.rawTcp,
  name: 'Raw/Plaintext TCP',
  fields: { ...tcpFields(5555), ...lineFields },
  trial: overTcp(hello, delimited(false)),
  preview: 'lines',
  decoder: raw,
  transport: linesOverTcp,
});
