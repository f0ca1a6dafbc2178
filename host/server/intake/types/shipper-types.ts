/** Types of inputs that take in over HTTP what other systems' shippers send. One listener for all of them but gRPC. */
import type { ConfigFields } from '../../../../api/contract/config-fields.js';
import { flagOr, numberOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { shipperFields, splunkFields } from './config-fields.js';
import { rawDecoder } from '../decode/raw.js';
import { textReader } from '../decode/text.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import type { InputType } from './input-types.js';
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
import { typeInfo } from './type-info.js';

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

const over = (
  type: string,
  name: string,
  port: number,
  newListener: NewListener,
  more: ConfigFields = {},
): InputType => ({
  info: typeInfo(type, name, { ...shipperFields(port), ...more }),
  creatable: true,
  // A call holds many entries: its protocol reads them, always as UTF-8.
  decoder: () => rawDecoder(textReader(undefined)),
  problem: credentialsProblem,
  transport: (attributes, receiver, { secret }) => {
    const credentials = credentialsOf(attributes, secret);
    const listener = newListener(settingsOf(attributes), receiver, credentials, attributes);
    return {
      start: async () => {
        // An input whose secrets cannot be opened lets nobody in: it says so at once.
        await credentials();
        return listener.start();
      },
      stop: () => listener.stop(),
    };
  },
});

const shipper = (
  type: string,
  name: string,
  port: number,
  service: (receiver: Receiver, credentials: CredentialsOf, attributes: Attributes) => HttpService,
  more?: ConfigFields,
): InputType =>
  over(
    type,
    name,
    port,
    (settings, receiver, credentials, attributes) =>
      new HttpListener(settings, receiver, service(receiver, credentials, attributes)),
    more,
  );

export const shipperTypes: readonly InputType[] = [
  shipper(ids.otlpHttp, 'OpenTelemetry logs HTTP (OTLP)', 4318, otlpService),
  over(
    ids.otlpGrpc,
    'OpenTelemetry logs gRPC (OTLP)',
    4317,
    (settings, receiver, credentials) => new OtlpGrpcListener(settings, receiver, credentials),
  ),
  shipper(ids.elasticsearchHttp, 'Elasticsearch bulk HTTP', 9200, elasticsearchService),
  shipper(
    ids.splunkHttp,
    'Splunk HTTP Event Collector',
    8088,
    (receiver, credentials, attributes) =>
      splunkService(receiver, credentials, flagOr(attributes, 'allow_query_token', false)),
    splunkFields,
  ),
  shipper(ids.lokiHttp, 'Loki push HTTP', 3100, lokiService),
  shipper(ids.journalHttp, 'systemd journal HTTP', 19532, journalService),
];
