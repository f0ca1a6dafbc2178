/** The fields of inputs that fetch from a broker (contract data-intake, config_field_groups amqp and kafka). */
import type { ConfigFields } from '../../../../api/contract/config-fields.js';
import { configField as field } from '../config/config-field.js';
import { brokerThrottling } from './config-fields.js';

const mandatory = { mandatory: true };

export const amqpFields: ConfigFields = {
  throttling_allowed: brokerThrottling,
  broker_hostname: field('text', 'Broker host', 'Name or address of the broker.', '', mandatory),
  broker_port: field('number', 'Broker port', '5672, with TLS mostly 5671.', 5672, { attributes: ['is_port_number'] }),
  broker_vhost: field('text', 'Virtual host', 'Of the broker, in which the queue is.', '/', mandatory),
  broker_username: field('text', 'Username', 'Without one the broker’s guest is used.', ''),
  broker_password: {
    ...field('text', 'Password', 'Of the broker’s user.', '', { attributes: ['is_password'] }),
    is_encrypted: true,
  },
  prefetch: field(
    'number',
    'Prefetch count',
    'Messages of a queue that may be under way and not acknowledged yet.',
    100,
    mandatory,
  ),
  queue: field(
    'text',
    'Queue',
    'Created when missing. With parallel queues, %d is replaced by the number of each, counted from 0.',
    'log-messages',
    mandatory,
  ),
  exchange: field('text', 'Exchange', 'Must be there when the queue is bound to it.', 'log-messages', mandatory),
  exchange_bind: field('boolean', 'Bind to exchange', 'Bind the queue to the exchange.', false),
  routing_key: field('text', 'Routing key', 'Of what the exchange gives to the queue.', '#', mandatory),
  parallel_queues: field('number', 'Parallel queues', 'Consumers at a time.', 1, mandatory),
  heartbeat: field('number', 'Heartbeat (s)', 'A broker that is silent for this time counts as lost; 0: never.', 60),
  tls: field(
    'boolean',
    'Use TLS',
    'The broker must have a certificate that this server trusts. Without TLS the password can be read on the way.',
    false,
  ),
  requeue_invalid_messages: field(
    'boolean',
    'Requeue invalid messages',
    'What cannot be read is put back into the queue; otherwise it is rejected.',
    true,
  ),
};

const offsetResets = { largest: 'latest offset', smallest: 'earliest offset' } as const;

export const kafkaFields: ConfigFields = {
  throttling_allowed: brokerThrottling,
  legacy_mode: field('boolean', 'Legacy mode', 'Reading through ZooKeeper, which is not done here.', false, {
    position: 10,
  }),
  bootstrap_server: field(
    'text',
    'Bootstrap servers',
    'Comma-separated list of host:port through which the cluster is found.',
    '127.0.0.1:9092',
    { position: 11 },
  ),
  zookeeper: field('text', 'ZooKeeper address', 'Legacy mode only.', '127.0.0.1:2181', { position: 12 }),
  topic_filter: field(
    'text',
    'Topic filter (regex)',
    'Topics whose whole name matches are read, also those that come later.',
    '^your-topic$',
    mandatory,
  ),
  fetch_min_bytes: field(
    'number',
    'Fetch minimum bytes',
    'The broker waits for so many before it answers.',
    5,
    mandatory,
  ),
  fetch_wait_max: field('number', 'Fetch maximum wait (ms)', 'But no longer than this.', 100, mandatory),
  threads: field('number', 'Processor threads', 'Connections to each broker over which is read.', 2, mandatory),
  offset_reset: field(
    'dropdown',
    'Offset reset',
    'Position at which to begin when the group has not read yet.',
    'largest',
    {
      values: offsetResets,
    },
  ),
  group_id: field('text', 'Consumer group id', 'Consumers of one group share the messages.', 'graylog2'),
  custom_properties: {
    ...field(
      'text',
      'Custom properties',
      'One property per line, such as security.protocol, sasl.mechanism, sasl.jaas.config or ssl.ca.location. Kept encrypted. With SASL_PLAINTEXT and PLAIN the password can be read on the way.',
      '',
      { position: 200, attributes: ['textarea', 'is_sensitive'] },
    ),
    is_encrypted: true,
  },
};
