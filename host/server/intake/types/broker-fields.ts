/**
 * Defines the configuration fields of inputs that read messages from a broker (contract data-intake,
 * config_field_groups amqp and kafka).
 */
import type { ConfigFields } from '../../../../api/contract/config-fields.js';
import { configField as field } from '../config/config-field.js';
import { brokerThrottling } from './config-fields.js';

const mandatory = { mandatory: true };

export const amqpFields: ConfigFields = {
  throttling_allowed: brokerThrottling,
  broker_hostname: field('text', 'Broker host', 'Host name or IP address of the broker.', '', mandatory),
  broker_port: field('number', 'Broker port', 'Brokers usually listen on 5672, and with TLS on 5671.', 5672, {
    attributes: ['is_port_number'],
  }),
  broker_vhost: field('text', 'Virtual host', 'Virtual host of the broker that contains the queue.', '/', mandatory),
  broker_username: field('text', 'Username', 'User of the broker; if empty, the user guest.', ''),
  broker_password: {
    ...field('text', 'Password', 'Password of the user of the broker.', '', { attributes: ['is_password'] }),
    is_encrypted: true,
  },
  prefetch: field(
    'number',
    'Prefetch count',
    'Largest number of unacknowledged messages per consumer.',
    100,
    mandatory,
  ),
  queue: field(
    'text',
    'Queue',
    'The queue is created if it is missing. %d is replaced by the number of the consumer, counted from 0.',
    'log-messages',
    mandatory,
  ),
  exchange: field(
    'text',
    'Exchange',
    'The exchange must exist if the queue is bound to it.',
    'log-messages',
    mandatory,
  ),
  exchange_bind: field('boolean', 'Bind to exchange', 'Bind the queue to the exchange.', false),
  routing_key: field(
    'text',
    'Routing key',
    'The exchange routes messages with a matching key to the queue.',
    '#',
    mandatory,
  ),
  parallel_queues: field(
    'number',
    'Parallel queues',
    'Number of consumers. Each reads a queue of its own if the name of the queue contains %d.',
    1,
    mandatory,
  ),
  heartbeat: field(
    'number',
    'Heartbeat (s)',
    'The connection counts as lost if the broker is silent for this time; 0 disables the check.',
    60,
  ),
  tls: field(
    'boolean',
    'Use TLS',
    'The broker must have a certificate that this server trusts. Without TLS the password is sent unencrypted.',
    false,
  ),
  requeue_invalid_messages: field(
    'boolean',
    'Requeue invalid messages',
    'Messages that cannot be decoded return to the queue; otherwise they are rejected.',
    true,
  ),
};

const offsetResets = { largest: 'latest offset', smallest: 'earliest offset' } as const;

export const kafkaFields: ConfigFields = {
  throttling_allowed: brokerThrottling,
  legacy_mode: field(
    'boolean',
    'Legacy mode',
    'Reads through ZooKeeper; this server does not support the legacy mode.',
    false,
    {
      position: 10,
    },
  ),
  bootstrap_server: field(
    'text',
    'Bootstrap servers',
    'Comma-separated list of host:port through which the cluster is found.',
    '127.0.0.1:9092',
    { position: 11 },
  ),
  zookeeper: field('text', 'ZooKeeper address', 'Address of ZooKeeper; used only in legacy mode.', '127.0.0.1:2181', {
    position: 12,
  }),
  topic_filter: field(
    'text',
    'Topic filter (regex)',
    'Topics whose whole name matches are read, including topics that are created later.',
    '^your-topic$',
    mandatory,
  ),
  fetch_min_bytes: field(
    'number',
    'Fetch minimum bytes',
    'The broker answers once this number of bytes is available.',
    5,
    mandatory,
  ),
  fetch_wait_max: field(
    'number',
    'Fetch maximum wait (ms)',
    'Longest time that the broker waits for the minimum number of bytes.',
    100,
    mandatory,
  ),
  threads: field('number', 'Processor threads', 'Number of connections to each broker.', 2, mandatory),
  offset_reset: field(
    'dropdown',
    'Offset reset',
    'Position at which a consumer group without a stored offset begins to read.',
    'largest',
    {
      values: offsetResets,
    },
  ),
  group_id: field('text', 'Consumer group id', 'Consumers with the same group id share the messages.', 'graylog2'),
  custom_properties: {
    ...field(
      'text',
      'Custom properties',
      'One property per line, such as security.protocol, sasl.mechanism, sasl.jaas.config or ssl.ca.location. The properties are stored encrypted. With SASL_PLAINTEXT and PLAIN the password is sent unencrypted.',
      '',
      { position: 200, attributes: ['textarea', 'is_sensitive'] },
    ),
    is_encrypted: true,
  },
};
