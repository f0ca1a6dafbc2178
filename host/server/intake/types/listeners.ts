/** Creates transports and framings from the settings of inputs that listen on a port. */
import { flagOr, numberOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { DelimitedFrames, type FrameSink, type Framing } from '../decode/frames.js';
import { SyslogFrames } from '../decode/syslog-frames.js';
import type { Receiver } from '../transport/receiver.js';
import { TcpTransport, type NewConnection, type NewFraming } from '../transport/tcp.js';
import { tlsOptions } from '../transport/tls.js';
import type { Transport } from '../transport/transport.js';
import { UdpTransport, type Assemble, type Unpack } from '../transport/udp.js';
import { defaultMaxMessageBytes } from './config-fields.js';

export const address = (attributes: Attributes) => textOr(attributes, 'bind_address', '0.0.0.0');
export const port = (attributes: Attributes) => numberOr(attributes, 'port', 0);
export const messageLimit = (attributes: Attributes) =>
  numberOr(attributes, 'max_message_size', defaultMaxMessageBytes);

export function udp(attributes: Attributes, receiver: Receiver, assemble?: Assemble, unpack?: Unpack): Transport {
  const settings = {
    address: address(attributes),
    port: port(attributes),
    receiveBuffer: numberOr(attributes, 'recv_buffer_size', undefined),
  };
  return new UdpTransport(settings, receiver, assemble, unpack);
}

export function tcp(attributes: Attributes, receiver: Receiver, newConnection: NewConnection): Transport {
  const settings = {
    address: address(attributes),
    port: port(attributes),
    tls: tlsOptions(attributes),
    keepAlive: flagOr(attributes, 'tcp_keepalive', false),
  };
  return new TcpTransport(settings, receiver, newConnection);
}

export const lines =
  (attributes: Attributes) =>
  (sink: FrameSink): Framing =>
    flagOr(attributes, 'use_null_delimiter', false)
      ? DelimitedFrames.nul(messageLimit(attributes), sink)
      : DelimitedFrames.newline(messageLimit(attributes), sink);

export const syslogFraming =
  (attributes: Attributes): NewFraming =>
  (sink) =>
    flagOr(attributes, 'use_null_delimiter', false)
      ? DelimitedFrames.nul(messageLimit(attributes), sink)
      : new SyslogFrames(messageLimit(attributes), sink);
