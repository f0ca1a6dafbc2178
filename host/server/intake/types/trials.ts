/** Messages with which inputs are tried: what is sent to each type unless something else is asked for, and how it goes over the wire. */
import { flagOr, type Attributes } from '../../foundation/attributes.js';
import { inputTypeIds as ids } from '../types/input-type-ids.js';

export interface TrialCall {
  /** Target path. */
  readonly path: string;
  readonly contentType: string;
}

interface Framed {
  /** Default sample message. */
  readonly sample: string;
  /** Encodes the sample for the wire. @throws TrialError if it cannot be encoded */
  readonly frame: (text: string, attributes: Attributes) => Buffer;
}

export type Trial = Framed & ({ readonly over: 'udp' | 'tcp' | 'amqp' } | ({ readonly over: 'http' } & TrialCall));

/** The text cannot be sent to this type of input; the message says why. */
export class TrialError extends Error {
  override name = 'TrialError';
}

const hello = 'A test message of the console';
const gelf = JSON.stringify({ version: '1.1', host: 'console', short_message: hello, level: 6 });
const syslog = `<14>1 - console test - - - ${hello}`;

const cef = `CEF:0|Log Console|Console|1|test|${hello}|1|src=127.0.0.1 spt=1`;

const beats = JSON.stringify({ '@metadata': { beat: 'filebeat' }, host: { name: 'console' }, message: hello });

/** A window of one event. */
function lumberjack(text: string): Buffer {
  const json = Buffer.from(text);
  const head = Buffer.from('2W....2J........', 'latin1');
  head.writeUInt32BE(1, 2);
  head.writeUInt32BE(1, 8);
  head.writeUInt32BE(json.length, 12);
  return Buffer.concat([head, json]);
}

/** One flow of NetFlow 5, sent when it is received. */
const netFlow = [
  '0005 0001 00000000 00000000 00000000 00000000 0000 0000',
  'c0000201 c0000202 00000000 0001 0002 0000000a 00000400 00000000 00000000',
  '04d2 0050 00 18 06 00 0000 0000 18 18 0000',
].join('\n');

/** Packets that are no text are written in hex. */
function fromHex(text: string): Buffer {
  const digits = text.replace(/\s+/g, '');
  if (!/^([0-9a-f]{2})+$/i.test(digits)) throw new TrialError('Packets for this input are written in hex: 00 05 …');
  return Buffer.from(digits, 'hex');
}

const plain: Trial['frame'] = (text) => Buffer.from(text);

/** @param nul whether the setting is on where it was never made */
const delimited =
  (nul: boolean): Trial['frame'] =>
  (text, attributes) =>
    Buffer.from(`${text}${flagOr(attributes, 'use_null_delimiter', nul) ? '\0' : '\n'}`);

const json = 'application/json';
const otlp = JSON.stringify({
  resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityNumber: 9, body: { stringValue: hello } }] }] }],
});
const bulk = `{"create": {}}\n${JSON.stringify({ message: hello })}`;
/** Loki wants a time with each line; this one stands for that of sending. */
const now = '"now"';
const loki = `{"streams": [{"stream": {"job": "console"}, "values": [[${now}, "${hello}"]]}]}`;
const journal = `MESSAGE=${hello}\nPRIORITY=6`;
const withTime: Trial['frame'] = (text) => Buffer.from(text.replace(now, `"${Date.now()}000000"`));

const overHttp = (path: string, contentType: string, sample: string, frame: Trial['frame'] = plain): Trial => ({
  over: 'http',
  sample,
  path,
  contentType,
  frame,
});

/** Trials by type of input; nothing can be sent to a type without one. */
export const trials: ReadonlyMap<string, Trial> = new Map<string, Trial>([
  [ids.syslogUdp, { over: 'udp', sample: syslog, frame: plain }],
  [ids.syslogTcp, { over: 'tcp', sample: syslog, frame: delimited(false) }],
  [ids.gelfUdp, { over: 'udp', sample: gelf, frame: plain }],
  [ids.gelfTcp, { over: 'tcp', sample: gelf, frame: delimited(true) }],
  [ids.gelfHttp, overHttp('/gelf', json, gelf)],
  [ids.rawUdp, { over: 'udp', sample: hello, frame: plain }],
  [ids.rawTcp, { over: 'tcp', sample: hello, frame: delimited(false) }],
  [ids.beats, { over: 'tcp', sample: beats, frame: lumberjack }],
  [ids.olderBeats, { over: 'tcp', sample: beats, frame: lumberjack }],
  [ids.netFlowUdp, { over: 'udp', sample: netFlow, frame: fromHex }],
  [ids.cefUdp, { over: 'udp', sample: cef, frame: plain }],
  [ids.cefTcp, { over: 'tcp', sample: cef, frame: delimited(false) }],
  [ids.syslogAmqp, { over: 'amqp', sample: syslog, frame: plain }],
  [ids.gelfAmqp, { over: 'amqp', sample: gelf, frame: plain }],
  [ids.rawAmqp, { over: 'amqp', sample: hello, frame: plain }],
  [ids.cefAmqp, { over: 'amqp', sample: cef, frame: plain }],
  [ids.jsonTcp, { over: 'tcp', sample: JSON.stringify({ message: hello, level: 6 }), frame: delimited(false) }],
  [ids.otlpHttp, overHttp('/v1/logs', json, otlp)],
  [ids.elasticsearchHttp, overHttp('/_bulk', 'application/x-ndjson', bulk)],
  [ids.splunkHttp, overHttp('/services/collector', json, JSON.stringify({ event: hello }))],
  [ids.lokiHttp, overHttp('/loki/api/v1/push', json, loki, withTime)],
  [ids.journalHttp, overHttp('/upload', 'application/vnd.fdo.journal', journal, (text) => Buffer.from(`${text}\n\n`))],
]);
