/** Every type of input this server offers (contract data-intake, input_types marked "offer"), and two of its own. */
import type { InputTypeInfo } from '../../../../api/contract/inputs.schema.js';
import { urlProblem } from '../../outgoing/url-problem.js';
import { flagOr, numberOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { brokerTypes } from './broker-types.js';
import * as fields from './config-fields.js';
import type { Decode } from '../decode/decoded.js';
import { chunkValidityMs, GelfChunks } from '../decode/gelf-chunks.js';
import { beats, cef, gelf, inflatedLimit, jsonLines, jsonPathValue, olderBeats, raw, syslog } from './decoders.js';
import type { FileMemory } from '../files/file-memory.js';
import { fileTypes } from './file-types.js';
import { DelimitedFrames, GelfFrames, type FrameSink, type Framing } from '../decode/frames.js';
import { inputTypeIds } from './input-type-ids.js';
import { readDefinitions } from '../netflow/fields.js';
import { readNetFlow } from '../netflow/packets.js';
import { Templates } from '../netflow/templates.js';
import type { ReadableFiles } from '../files/readable-files.js';
import type { Receiver } from '../transport/receiver.js';
import { shipperTypes } from './shipper-types.js';
import { recognises, shaped } from './shape-settings.js';
import { readSmallFile } from '../files/small-file.js';
import { SyslogFrames } from '../decode/syslog-frames.js';
import { beatsConnections } from '../transport/beats.js';
import { gelfService } from '../transport/gelf-http.js';
import { HttpListener } from '../transport/http-listener.js';
import { headersOf, HttpPollTransport } from '../transport/http-poll.js';
import { RandomHttpTransport } from '../transport/random-http.js';
import { shapedConnections, shapedPackets } from '../transport/shaped-lines.js';
import { framed, TcpTransport, type NewConnection, type NewFraming } from '../transport/tcp.js';
import type { Door } from '../../outgoing/door.js';
import { tlsOptions } from '../transport/tls.js';
import type { Transport } from '../transport/transport.js';
import { UdpTransport, type Assemble, type Unpack } from '../transport/udp.js';
import { typeInfo } from './type-info.js';

export interface TransportRooms {
  readonly inputId: string;
  readonly files: FileMemory;
  /** Files that inputs may read. */
  readonly readable: ReadableFiles;
  /** Something to know about it, however it runs; undefined: no longer. */
  readonly onRemark: (text: string | undefined) => void;
  /** The input runs, but something is wrong at the moment; undefined: no longer. */
  readonly onTrouble: (reason: string | undefined) => void;
  /** An encrypted value of the configuration; empty when there is none. */
  readonly secret: (name: string) => Promise<string>;
  /** Guard of the input's outgoing calls. */
  readonly door: Door;
  /** Called when the format of a sender or file was recognised. */
  readonly onRecognised: (source: string, title: string) => void;
}

/** Services needed to check settings. */
export type ProblemRooms = Pick<TransportRooms, 'readable'>;

export interface InputType {
  readonly info: InputTypeInfo;
  /** True if people may create inputs of this type; otherwise only the server does. */
  readonly creatable: boolean;
  /** @throws Error that says which setting is wrong */
  readonly decoder: (attributes: Attributes) => Decode;
  /** Checks settings that the decoder does not know; undefined: nothing is wrong. */
  readonly problem?: (attributes: Attributes, rooms: ProblemRooms) => string | undefined;
  /** @throws Error that says which setting is wrong */
  readonly transport: (attributes: Attributes, receiver: Receiver, rooms: TransportRooms) => Transport;
}

export { inputTypeIds };

const address = (attributes: Attributes) => textOr(attributes, 'bind_address', '0.0.0.0');
const port = (attributes: Attributes) => numberOr(attributes, 'port', 0);
const messageLimit = (attributes: Attributes) =>
  numberOr(attributes, 'max_message_size', fields.defaultMaxMessageBytes);

function udp(attributes: Attributes, receiver: Receiver, assemble?: Assemble, unpack?: Unpack): Transport {
  const settings = {
    address: address(attributes),
    port: port(attributes),
    receiveBuffer: numberOr(attributes, 'recv_buffer_size', undefined),
  };
  return new UdpTransport(settings, receiver, assemble, unpack);
}

function tcp(attributes: Attributes, receiver: Receiver, newConnection: NewConnection): Transport {
  const settings = {
    address: address(attributes),
    port: port(attributes),
    tls: tlsOptions(attributes),
    keepAlive: flagOr(attributes, 'tcp_keepalive', false),
  };
  return new TcpTransport(settings, receiver, newConnection);
}

/** All lines of one compressed body together, in bytes. */
const maxBulkBytes = 64 * 1024 * 1024;

/** Chunks are put together before anything else; those that never complete are given up by the clock, not only by the next packet. */
function gelfUdp(attributes: Attributes, receiver: Receiver): Transport {
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

function gelfHttp(attributes: Attributes, receiver: Receiver): Transport {
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

const lines =
  (attributes: Attributes) =>
  (sink: FrameSink): Framing =>
    flagOr(attributes, 'use_null_delimiter', false)
      ? DelimitedFrames.nul(messageLimit(attributes), sink)
      : DelimitedFrames.newline(messageLimit(attributes), sink);

const gelfFraming =
  (attributes: Attributes): NewFraming =>
  (sink) =>
    flagOr(attributes, 'use_null_delimiter', true)
      ? new GelfFrames(messageLimit(attributes), sink)
      : DelimitedFrames.newline(messageLimit(attributes), sink);

const syslogFraming =
  (attributes: Attributes): NewFraming =>
  (sink) =>
    flagOr(attributes, 'use_null_delimiter', false)
      ? DelimitedFrames.nul(messageLimit(attributes), sink)
      : new SyslogFrames(messageLimit(attributes), sink);

function randomHttp(attributes: Attributes, receiver: Receiver): Transport {
  const settings = {
    source: textOr(attributes, 'source', 'example.org'),
    sleep: numberOr(attributes, 'sleep', 25),
    deviation: numberOr(attributes, 'sleep_deviation', 30),
    throttled: flagOr(attributes, 'throttling_allowed', false),
  };
  return new RandomHttpTransport(settings, receiver);
}

const mostDefinitionBytes = 1024 * 1024;

function netFlowUdp(attributes: Attributes, receiver: Receiver): Transport {
  const path = textOr(attributes, 'netflow9_definitions_Path', undefined);
  const own = readDefinitions(
    path === undefined ? '' : readSmallFile(path, mostDefinitionBytes, 'NetFlow definitions'),
  );
  const templates = new Templates();
  return udp(attributes, receiver, undefined, (packet, remote, now) =>
    readNetFlow(packet, remote, now, templates, own),
  );
}

const leastIntervalMs = 1_000;
/** Longest delay of a timer. */
const mostIntervalMs = 2 ** 31 - 1;

function httpPoll(attributes: Attributes, receiver: Receiver, rooms: TransportRooms): Transport {
  const unit = textOr(attributes, 'timeunit', 'MINUTES') as keyof typeof fields.timeUnits;
  const interval = numberOr(attributes, 'interval', 1) * (fields.timeUnits[unit] ?? fields.timeUnits.MINUTES);
  const settings = {
    url: textOr(attributes, 'target_url', ''),
    headers: textOr(attributes, 'headers', ''),
    secretHeaders: () => rooms.secret('encrypted_headers'),
    intervalMs: Math.min(Math.max(interval, leastIntervalMs), mostIntervalMs),
    throttled: flagOr(attributes, 'throttling_allowed', false),
    door: rooms.door,
    onTrouble: rooms.onTrouble,
  };
  return new HttpPollTransport(settings, receiver);
}

/** Undefined: nothing is wrong with them. */
function httpPollProblem(attributes: Attributes): string | undefined {
  const wrong = urlProblem('target_url', textOr(attributes, 'target_url', ''));
  if (wrong !== undefined) return wrong;
  if (!Object.hasOwn(fields.timeUnits, textOr(attributes, 'timeunit', 'MINUTES')))
    return '"timeunit" is none of the units';
  try {
    headersOf(textOr(attributes, 'headers', ''));
    return undefined;
  } catch (error) {
    return `"headers": ${error instanceof Error ? error.message : String(error)}`;
  }
}

function rawUdp(attributes: Attributes, receiver: Receiver, rooms: TransportRooms): Transport {
  if (!recognises(attributes)) return udp(attributes, receiver);
  return shapedPackets(shaped(attributes, rooms), receiver, (assemble) => udp(attributes, receiver, assemble));
}

function rawTcp(attributes: Attributes, receiver: Receiver, rooms: TransportRooms): Transport {
  const over = (newFraming: NewFraming) => tcp(attributes, receiver, framed(newFraming));
  if (!recognises(attributes)) return over(lines(attributes));
  return shapedConnections(shaped(attributes, rooms), receiver, lines(attributes), over);
}

/** Fed from inside the process; the input stands for where the messages come from. */
const noTransport: Transport = { start: async () => undefined, stop: async () => undefined };

const ids = inputTypeIds;
const types: readonly InputType[] = [
  {
    info: typeInfo(ids.syslogUdp, 'Syslog UDP', { ...fields.udpFields(514), ...fields.syslogFields() }),
    creatable: true,
    decoder: syslog,
    transport: (attributes, receiver) => udp(attributes, receiver),
  },
  {
    info: typeInfo(ids.syslogTcp, 'Syslog TCP', { ...fields.tcpFields(514), ...fields.syslogFields() }),
    creatable: true,
    decoder: syslog,
    transport: (attributes, receiver) => tcp(attributes, receiver, framed(syslogFraming(attributes))),
  },
  {
    info: typeInfo(ids.gelfUdp, 'GELF UDP', { ...fields.udpFields(12201), ...fields.gelfFields }),
    creatable: true,
    decoder: gelf,
    transport: gelfUdp,
  },
  {
    info: typeInfo(ids.gelfTcp, 'GELF TCP', { ...fields.tcpFields(12201, true), ...fields.gelfFields }),
    creatable: true,
    decoder: gelf,
    transport: (attributes, receiver) => tcp(attributes, receiver, framed(gelfFraming(attributes))),
  },
  {
    info: typeInfo(ids.gelfHttp, 'GELF HTTP', { ...fields.httpFields(12201), ...fields.gelfFields }),
    creatable: true,
    decoder: gelf,
    transport: gelfHttp,
  },
  {
    info: typeInfo(ids.rawUdp, 'Raw/Plaintext UDP', { ...fields.udpFields(5555), ...fields.lineFields }),
    creatable: true,
    decoder: raw,
    transport: rawUdp,
  },
  {
    info: typeInfo(ids.rawTcp, 'Raw/Plaintext TCP', { ...fields.tcpFields(5555), ...fields.lineFields }),
    creatable: true,
    decoder: raw,
    transport: rawTcp,
  },
  {
    info: typeInfo(ids.beats, 'Beats', fields.beatsFields(5044)),
    creatable: true,
    decoder: beats,
    transport: (attributes, receiver) => tcp(attributes, receiver, beatsConnections()),
  },
  {
    info: typeInfo(ids.olderBeats, 'Beats (deprecated)', fields.olderBeatsFields(5044)),
    creatable: true,
    decoder: olderBeats,
    transport: (attributes, receiver) => tcp(attributes, receiver, beatsConnections()),
  },
  {
    info: typeInfo(ids.cefUdp, 'CEF UDP', { ...fields.udpFields(5555), ...fields.cefFields }),
    creatable: true,
    decoder: cef,
    transport: (attributes, receiver) => udp(attributes, receiver),
  },
  {
    info: typeInfo(ids.cefTcp, 'CEF TCP', { ...fields.tcpFields(5555), ...fields.cefFields }),
    creatable: true,
    decoder: cef,
    transport: (attributes, receiver) => tcp(attributes, receiver, framed(syslogFraming(attributes))),
  },
  {
    info: typeInfo(ids.jsonTcp, 'JSON lines TCP', { ...fields.tcpFields(5555), ...fields.rawFields }),
    creatable: true,
    decoder: jsonLines,
    transport: (attributes, receiver) => tcp(attributes, receiver, framed(lines(attributes))),
  },
  {
    info: typeInfo(ids.netFlowUdp, 'NetFlow UDP', { ...fields.udpFields(2055), ...fields.netFlowFields }),
    creatable: true,
    // Packets hold many messages: they are read by the transport.
    decoder: raw,
    transport: netFlowUdp,
  },
  {
    info: typeInfo(ids.jsonPath, 'JSON path value from HTTP API', fields.jsonPathFields),
    creatable: true,
    decoder: jsonPathValue,
    problem: httpPollProblem,
    transport: httpPoll,
  },
  ...brokerTypes,
  ...shipperTypes,
  {
    info: typeInfo(ids.randomHttp, 'Random HTTP message generator', fields.randomFields),
    creatable: true,
    decoder: raw,
    transport: randomHttp,
  },
  ...fileTypes,
  {
    info: typeInfo(ids.serverLog, 'Server log', {}),
    creatable: false,
    decoder: raw,
    transport: () => noTransport,
  },
];

export const inputTypesById: ReadonlyMap<string, InputType> = new Map(types.map((type) => [type.info.type, type]));
export const creatableTypes: readonly InputType[] = types.filter(({ creatable }) => creatable);
