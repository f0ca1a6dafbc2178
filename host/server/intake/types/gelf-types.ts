/** Defines the input types for GELF over UDP (chunked), TCP and HTTP. */
import { flagOr, numberOr, type Attributes } from '../../foundation/attributes.js';
import { DelimitedFrames, GelfFrames } from '../decode/frames.js';
import { chunkValidityMs, GelfChunks } from '../decode/gelf-chunks.js';
import { gelfService } from '../transport/gelf-http.js';
import { HttpListener } from '../transport/http-listener.js';
import type { Receiver } from '../transport/receiver.js';
import { framed, type NewFraming } from '../transport/tcp.js';
import { tlsOptions } from '../transport/tls.js';
import type { Transport } from '../transport/transport.js';
import { gelfFields, httpFields, tcpFields, udpFields } from './config-fields.js';
import { gelf, inflatedLimit } from './decoders.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { inputType } from './input-type.js';
import { address, messageLimit, port, tcp, udp } from './listeners.js';
import { delimited, gelfSample, overHttp, overTcp, overUdp } from './trial.js';

/** Largest decompressed size in bytes of an HTTP body with several messages. */
const maxBulkBytes = 64 * 1024 * 1024;

/**
 * Creates a UDP transport that assembles chunked GELF messages before decoding. A timer discards incomplete messages,
 * so that they are also reported when no further chunk arrives.
 */
function chunkedUdp(attributes: Attributes, receiver: Receiver): Transport {
  const chunks = new GelfChunks(undefined, ({ reason }) => {
    receiver.counters.received.mark(1);
    receiver.broken(reason, Buffer.alloc(0), undefined);
  });
  const transport = udp(attributes, receiver, (packet, remote, now) =>
    GelfChunks.isChunk(packet) ? chunks.add(packet, `${remote.address}:${remote.port}`, now) : packet,
  );
  let timer: NodeJS.Timeout | undefined;
  return {
    start: async () => {
      const listening = await transport.start();
      timer = setInterval(() => chunks.expire(receiver.now()), chunkValidityMs / 5);
      timer.unref();
      return listening;
    },
    stop: () => {
      clearInterval(timer);
      return transport.stop();
    },
  };
}

function http(attributes: Attributes, receiver: Receiver): Transport {
  const bulk = flagOr(attributes, 'enable_bulk_receiving', false);
  const maxMessageBytes = inflatedLimit(attributes);
  const settings = {
    address: address(attributes),
    port: port(attributes),
    tls: tlsOptions(attributes),
    cors: flagOr(attributes, 'enable_cors', true),
    maxBodyBytes: numberOr(attributes, 'max_chunk_size', 65_536),
    maxInflatedBytes: bulk ? maxBulkBytes : maxMessageBytes,
    idleTimeout: numberOr(attributes, 'idle_writer_timeout', 60),
  };
  return new HttpListener(settings, receiver, gelfService({ bulk, maxMessageBytes }, receiver));
}

const gelfFraming =
  (attributes: Attributes): NewFraming =>
  (sink) =>
    flagOr(attributes, 'use_null_delimiter', true)
      ? new GelfFrames(messageLimit(attributes), sink)
      : DelimitedFrames.newline(messageLimit(attributes), sink);

export const gelfUdp = inputType({
  id: ids.gelfUdp,
  name: 'GELF UDP',
  fields: { ...udpFields(12201), ...gelfFields },
  trial: overUdp(gelfSample),
  decoder: gelf,
  transport: chunkedUdp,
});

export const gelfTcp = inputType({
  id: ids.gelfTcp,
  name: 'GELF TCP',
  fields: { ...tcpFields(12201, true), ...gelfFields },
  trial: overTcp(gelfSample, delimited(true)),
  decoder: gelf,
  transport: (attributes, receiver) => tcp(attributes, receiver, framed(gelfFraming(attributes))),
});

export const gelfHttp = inputType({
  id: ids.gelfHttp,
  name: 'GELF HTTP',
  fields: { ...httpFields(12201), ...gelfFields },
  trial: overHttp('/gelf', 'application/json', gelfSample),
  decoder: gelf,
  transport: http,
});
