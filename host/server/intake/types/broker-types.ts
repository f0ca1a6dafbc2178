/** Defines the input types for AMQP and Kafka, one for each format of the messages. */
import { BoundedRegex, regexProblem } from '../../regex/bounded-regex.js';
import { flagOr, numberOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { amqpFields, kafkaFields } from './broker-fields.js';
import { cefFields, gelfFields, rawFields, syslogFields } from './config-fields.js';
import { cef, gelf, raw, syslog } from './decoders.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { inputType, type InputType, type TransportRooms } from './input-type.js';
import type { Receiver } from '../transport/receiver.js';
import { amqpTransport, type AmqpSettings } from '../transport/amqp.js';
import { brokersIn, kafkaTransport } from '../transport/kafka.js';
import type { Transport } from '../transport/transport.js';
import { errorOf } from '../../foundation/caught.js';
import { cefSample, gelfSample, hello, overAmqp, syslogSample } from './trial.js';

const within = (attributes: Attributes, name: string, least: number, most: number): string | undefined => {
  const value = numberOr(attributes, name, undefined);
  return value === undefined || (value >= least && value <= most)
    ? undefined
    : `"${name}" must be from ${least} to ${most}`;
};

function amqpProblem(attributes: Attributes): string | undefined {
  if (textOr(attributes, 'broker_hostname', '') === '') return '"broker_hostname" names no broker';
  return (
    within(attributes, 'prefetch', 1, 65_535) ??
    within(attributes, 'parallel_queues', 1, 64) ??
    within(attributes, 'heartbeat', 0, 65_535) ??
    within(attributes, 'broker_port', 1, 65_535)
  );
}

/** Converts the configuration of an AMQP input to the settings of its transport. */
export function amqpSettings(
  attributes: Attributes,
  { secret, onTrouble, onRemark }: Pick<TransportRooms, 'secret' | 'onTrouble' | 'onRemark'>,
): AmqpSettings {
  const tls = flagOr(attributes, 'tls', false);
  const isBound = flagOr(attributes, 'exchange_bind', false);
  const binding = { exchange: textOr(attributes, 'exchange', ''), routingKey: textOr(attributes, 'routing_key', '#') };
  return {
    host: textOr(attributes, 'broker_hostname', '').trim(),
    port: numberOr(attributes, 'broker_port', 5672),
    vhost: textOr(attributes, 'broker_vhost', '/'),
    user: textOr(attributes, 'broker_username', undefined),
    password: () => secret('broker_password'),
    tls,
    heartbeatSeconds: numberOr(attributes, 'heartbeat', 60),
    prefetch: numberOr(attributes, 'prefetch', 100),
    queue: textOr(attributes, 'queue', 'log-messages'),
    consumers: numberOr(attributes, 'parallel_queues', 1),
    binding: isBound ? binding : undefined,
    requeueInvalid: flagOr(attributes, 'requeue_invalid_messages', true),
    onTrouble,
    onRemark,
  };
}

const amqp = (attributes: Attributes, receiver: Receiver, rooms: TransportRooms): Transport =>
  amqpTransport(amqpSettings(attributes, rooms), receiver);

function kafkaProblem(attributes: Attributes): string | undefined {
  if (flagOr(attributes, 'legacy_mode', false))
    return '"legacy_mode" reads through ZooKeeper, which is not done here: switch it off and name bootstrap servers';
  const pattern = regexProblem(textOr(attributes, 'topic_filter', ''));
  if (pattern !== undefined) return `"topic_filter": ${pattern.replace(/\.$/, '')}`;
  try {
    brokersIn(textOr(attributes, 'bootstrap_server', ''));
  } catch (error) {
    return `"bootstrap_server" ${errorOf(error).message}`;
  }
  return (
    within(attributes, 'threads', 1, 16) ??
    within(attributes, 'fetch_min_bytes', 0, 1024 * 1024) ??
    within(attributes, 'fetch_wait_max', 10, 10_000)
  );
}

function kafka(attributes: Attributes, receiver: Receiver, rooms: TransportRooms): Transport {
  const filter = new BoundedRegex(`^(?:${textOr(attributes, 'topic_filter', '')})$`);
  const settings = {
    bootstrap: brokersIn(textOr(attributes, 'bootstrap_server', '')),
    isWanted: (topic: string) => filter.isIn(topic),
    minBytes: numberOr(attributes, 'fetch_min_bytes', 5),
    waitMs: numberOr(attributes, 'fetch_wait_max', 100),
    readers: numberOr(attributes, 'threads', 2),
    reset: textOr(attributes, 'offset_reset', 'largest') === 'smallest' ? ('earliest' as const) : ('latest' as const),
    group: textOr(attributes, 'group_id', 'graylog2'),
    properties: () => rooms.secret('custom_properties'),
    onTrouble: rooms.onTrouble,
    onRemark: rooms.onRemark,
  };
  return kafkaTransport(settings, receiver);
}

/** Formats of broker messages; `sample` is the default test message of an AMQP input. */
const formats = {
  syslog: { name: 'Syslog', fields: syslogFields(), decoder: syslog, sample: syslogSample },
  gelf: { name: 'GELF', fields: gelfFields, decoder: gelf, sample: gelfSample },
  raw: { name: 'Raw/Plaintext', fields: rawFields, decoder: raw, sample: hello },
  cef: { name: 'CEF', fields: cefFields, decoder: cef, sample: cefSample },
};

function amqpType(id: string, format: keyof typeof formats): InputType {
  const { name, fields, decoder, sample } = formats[format];
  return inputType({
    id,
    name: `${name} AMQP`,
    fields: { ...amqpFields, ...fields },
    trial: overAmqp(sample),
    decoder,
    problem: amqpProblem,
    transport: amqp,
  });
}

function kafkaType(id: string, format: keyof typeof formats): InputType {
  const { name, fields, decoder } = formats[format];
  return inputType({
    id,
    name: `${name} Kafka`,
    fields: { ...kafkaFields, ...fields },
    decoder,
    problem: kafkaProblem,
    transport: kafka,
  });
}

export const brokerTypes: readonly InputType[] = [
  amqpType(ids.syslogAmqp, 'syslog'),
  kafkaType(ids.syslogKafka, 'syslog'),
  amqpType(ids.gelfAmqp, 'gelf'),
  kafkaType(ids.gelfKafka, 'gelf'),
  amqpType(ids.rawAmqp, 'raw'),
  kafkaType(ids.rawKafka, 'raw'),
  amqpType(ids.cefAmqp, 'cef'),
  kafkaType(ids.cefKafka, 'cef'),
];
