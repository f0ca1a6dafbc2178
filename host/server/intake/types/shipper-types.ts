/**
 * Defines the input types that receive the HTTP protocols of other systems' shippers. All except gRPC use
 * `HttpListener`.
 */
import type { ConfigFields } from '../../../../api/contract/config-fields.js';
import { flagOr, numberOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { shipperFields, splunkFields } from './config-fields.js';
import { rawDecoder } from '../decode/raw.js';
import { textReader } from '../decode/text.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { inputType, type InputType } from './input-type.js';
import type { Receiver } from '../transport/receiver.js';
import { elasticsearchService } from '../transport/elasticsearch-http.js';
import { credentialsOf, credentialsProblem, type CredentialsOf } from '../transport/http-authorization.js';
import { HttpListener, type HttpService, type HttpSettings } from '../transport/http-listener.js';
import { journalService } from '../transport/journal-http.js';
import { lokiService } from '../transport/loki-http.js';
import { OtlpGrpcListener } from '../transport/otlp-grpc.js';
import { otlpService } from '../transport/otlp-http.js';
import { splunkService } from '../transport/splunk-http.js';
import { tlsOptions } from '../transport/tls.js';
import type { Transport } from '../transport/transport.js';
import { hello, overHttp, type Trial } from './trial.js';

const MiB = 1024 * 1024;

const settingsOf = (attributes: Attributes): HttpSettings => ({
  address: textOr(attributes, 'bind_address', '0.0.0.0'),
  port: numberOr(attributes, 'port', 0),
  tls: tlsOptions(attributes),
  cors: flagOr(attributes, 'enable_cors', false),
  maxBodyBytes: numberOr(attributes, 'max_chunk_size', 16 * MiB),
  maxInflatedBytes: numberOr(attributes, 'decompress_size_limit', 32 * MiB),
  idleTimeout: numberOr(attributes, 'idle_writer_timeout', 60),
});

type NewListener = (
  settings: HttpSettings,
  receiver: Receiver,
  credentials: CredentialsOf,
  attributes: Attributes,
) => Transport;

interface Shipper {
  readonly id: string;
  readonly name: string;
  readonly port: number;
  /** Configuration fields in addition to the fields that every shipper input has. */
  readonly more?: ConfigFields;
  readonly trial?: Trial;
}

const over = ({ id, name, port, more, trial }: Shipper, newListener: NewListener): InputType =>
  inputType({
    id,
    name,
    fields: { ...shipperFields(port), ...more },
    ...(trial && { trial }),
    // The HTTP services decode the entries of their protocol themselves, always as UTF-8, so this decoder is not used.
    decoder: () => rawDecoder(textReader(undefined)),
    problem: credentialsProblem,
    transport: (attributes, receiver, { secret }) => {
      const credentials = credentialsOf(attributes, secret);
      const listener = newListener(settingsOf(attributes), receiver, credentials, attributes);
      return {
        start: async () => {
          // If the secrets of an input cannot be decrypted, the input must fail at its start instead of refusing every
          // sender.
          await credentials();
          return listener.start();
        },
        stop: () => listener.stop(),
      };
    },
  });

const shipper = (
  description: Shipper,
  service: (receiver: Receiver, credentials: CredentialsOf, attributes: Attributes) => HttpService,
): InputType =>
  over(
    description,
    (settings, receiver, credentials, attributes) =>
      new HttpListener(settings, receiver, service(receiver, credentials, attributes)),
  );

const json = 'application/json';
const otlp = JSON.stringify({
  resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityNumber: 9, body: { stringValue: hello } }] }] }],
});
const bulk = `{"create": {}}\n${JSON.stringify({ message: hello })}`;
/** Loki requires a time with each line; this placeholder is replaced by the time of sending. */
const now = '"now"';
const loki = `{"streams": [{"stream": {"job": "console"}, "values": [[${now}, "${hello}"]]}]}`;
const journal = `MESSAGE=${hello}\nPRIORITY=6`;
const withTime: Trial['frame'] = (text) => Buffer.from(text.replace(now, `"${Date.now()}000000"`));

export const shipperTypes: readonly InputType[] = [
  shipper(
    {
      id: ids.otlpHttp,
      name: 'OpenTelemetry logs HTTP (OTLP)',
      port: 4318,
      trial: overHttp('/v1/logs', json, otlp),
    },
    otlpService,
  ),
  over(
    { id: ids.otlpGrpc, name: 'OpenTelemetry logs gRPC (OTLP)', port: 4317 },
    (settings, receiver, credentials) => new OtlpGrpcListener(settings, receiver, credentials),
  ),
  shipper(
    {
      id: ids.elasticsearchHttp,
      name: 'Elasticsearch bulk HTTP',
      port: 9200,
      trial: overHttp('/_bulk', 'application/x-ndjson', bulk),
    },
    elasticsearchService,
  ),
  shipper(
    {
      id: ids.splunkHttp,
      name: 'Splunk HTTP Event Collector',
      port: 8088,
      more: splunkFields,
      trial: overHttp('/services/collector', json, JSON.stringify({ event: hello })),
    },
    (receiver, credentials, attributes) =>
      splunkService(receiver, credentials, flagOr(attributes, 'allow_query_token', false)),
  ),
  shipper(
    {
      id: ids.lokiHttp,
      name: 'Loki push HTTP',
      port: 3100,
      trial: overHttp('/loki/api/v1/push', json, loki, withTime),
    },
    lokiService,
  ),
  shipper(
    {
      id: ids.journalHttp,
      name: 'systemd journal HTTP',
      port: 19532,
      trial: overHttp('/upload', 'application/vnd.fdo.journal', journal, (text) => Buffer.from(`${text}\n\n`)),
    },
    journalService,
  ),
];
