/** Defines the configuration fields of inputs (contract data-intake, config_field_groups). */
import { availableParallelism } from 'node:os';
import type { ConfigFields } from '../../../../api/contract/config-fields.js';
import { configField as field } from '../config/config-field.js';
import { zoneChoices } from '../decode/time-zone.js';
import { lineRules } from '../log-formats/line-rule.js';

const positive = { attributes: ['only_positive'] };
const MiB = 1024 * 1024;
const overrideSource = field('text', 'Override source', 'Fixed source instead of the derived host name.', null);
const clientAuthModes = { disabled: 'disabled', optional: 'optional', required: 'required' };

const net = (port: number, receiveBuffer: number): ConfigFields => ({
  bind_address: field('text', 'Bind address', 'Local address to listen on.', '0.0.0.0', { mandatory: true }),
  port: field('number', 'Port', 'Port to listen on.', port, { mandatory: true, attributes: ['is_port_number'] }),
  recv_buffer_size: field('number', 'Receive buffer size', 'Socket receive buffer in bytes.', receiveBuffer, positive),
  number_worker_threads: field(
    'number',
    'Worker threads',
    'Number of threads that serve connections.',
    availableParallelism(),
    positive,
  ),
});

export const udpFields = (port: number) => net(port, 262_144);

const tcpCommon = (port: number): ConfigFields => ({
  ...net(port, 1_048_576),
  tls_cert_file: field('text', 'TLS certificate file', 'Path to the file with the certificate.', ''),
  tls_key_file: field('text', 'TLS private key file', 'Path to the file with the private key.', ''),
  tls_enable: field('boolean', 'Use TLS', 'Accept only TLS connections.', false),
  tls_key_password: field('text', 'TLS key password', 'Password of the key file.', '', { attributes: ['is_password'] }),
  tls_client_auth: field(
    'dropdown',
    'TLS client authentication',
    'Determines whether clients must present a certificate.',
    'disabled',
    { values: clientAuthModes },
  ),
  tls_client_auth_cert_file: field(
    'text',
    'Trusted client certificates',
    'Path to a file or directory with the certificates.',
    '',
  ),
  tcp_keepalive: field('boolean', 'TCP keepalive', 'Send TCP keepalive packets.', false),
});

export const defaultMaxMessageBytes = 2_097_152;

export const tcpFields = (port: number, nullDelimiter = false): ConfigFields => ({
  ...tcpCommon(port),
  use_null_delimiter: field(
    'boolean',
    'Null byte as frame delimiter',
    'Frames end with a null byte instead of a newline.',
    nullDelimiter,
  ),
  max_message_size: field(
    'number',
    'Maximum message size',
    'Largest size of a message in bytes.',
    defaultMaxMessageBytes,
    positive,
  ),
});

export const httpFields = (port: number): ConfigFields => ({
  ...tcpCommon(port),
  enable_bulk_receiving: field('boolean', 'Bulk receiving', 'Each line of a request’s body is a message.', false),
  enable_cors: field('boolean', 'CORS headers', 'Accept requests from pages of other origins.', true),
  max_chunk_size: field(
    'number',
    'Maximum HTTP chunk size',
    'Largest size of a request’s body in bytes; larger bodies are refused.',
    65_536,
  ),
  idle_writer_timeout: field(
    'number',
    'Idle timeout',
    'Seconds after which an idle connection is closed; 0 disables the timeout.',
    60,
    positive,
  ),
});

const throttlingOf = (description: string) => field('boolean', 'Allow throttling', description, false);
const throttling = throttlingOf(
  'Pause reading while the server is behind; otherwise only while it accepts no messages.',
);
/** Throttling setting of inputs that read from a broker. */
export const brokerThrottling = throttlingOf(
  'Reading pauses while the server is behind, whether this is on or off: messages wait at the broker.',
);

/** Settings of HTTP inputs for shippers. Without credentials, every sender is accepted. */
export const shipperFields = (port: number): ConfigFields => ({
  ...tcpCommon(port),
  auth_token: {
    ...field('text', 'Token', 'Senders must send the token as bearer token, API key or password.', ''),
    is_encrypted: true,
  },
  auth_user: field('text', 'User name', 'Senders must sign in with this user name and the password (HTTP Basic).', ''),
  auth_password: { ...field('text', 'Password', 'Password of the user.', ''), is_encrypted: true },
  enable_cors: field('boolean', 'CORS headers', 'Accept requests from pages of other origins.', false),
  max_chunk_size: field(
    'number',
    'Maximum size of a request',
    'Largest size of a request’s body in bytes; larger bodies are refused.',
    16 * MiB,
    positive,
  ),
  decompress_size_limit: field(
    'number',
    'Decompressed size limit',
    'Largest decompressed size of a request in bytes.',
    32 * MiB,
    positive,
  ),
  idle_writer_timeout: field(
    'number',
    'Idle timeout',
    'Seconds after which an idle connection is closed; 0 disables the timeout.',
    60,
    positive,
  ),
  override_source: overrideSource,
});

export const splunkFields: ConfigFields = {
  allow_query_token: field(
    'boolean',
    'Token in the query',
    'Accept the token also as ?token=…; proxies may write it to their logs.',
    false,
  ),
};

const codec: ConfigFields = {
  override_source: overrideSource,
  charset_name: field('text', 'Encoding', 'Character set of incoming text.', 'UTF-8'),
};

export const rawFields = codec;

export const lineFields: ConfigFields = {
  ...codec,
  recognise_formats: field(
    'boolean',
    'Recognise formats',
    'Lines of common formats (access logs, syslog, logfmt, JSON, time and level) give time, level and fields; stack traces become one message.',
    true,
  ),
};

export const defaultInflatedBytes = 8_388_608;

export const gelfFields: ConfigFields = {
  ...codec,
  decompress_size_limit: field(
    'number',
    'Decompressed size limit',
    'Largest decompressed size of a message in bytes.',
    defaultInflatedBytes,
  ),
};

export const syslogFields = (): ConfigFields => ({
  ...codec,
  force_rdns: field(
    'boolean',
    'Force reverse DNS',
    'The source is the host name that reverse DNS returns for the sender’s address.',
    false,
  ),
  allow_override_date: field(
    'boolean',
    'Allow overriding date',
    'Use the time of receipt if the date cannot be parsed; otherwise the message is rejected.',
    true,
  ),
  store_full_message: field('boolean', 'Store full message', 'Store the raw line in the field full_message.', false),
  keep_program_name: field(
    'boolean',
    'Keep the program name in the text',
    'A prefix such as nginx[1]: stays in the message. Name and process id become fields in either case.',
    false,
  ),
  expand_structured_data: field(
    'boolean',
    'Expand structured data',
    'Prefix the names of structured data parameters with their SD-ID and an underscore.',
    false,
  ),
  timezone: field('dropdown', 'Time zone', 'Time zone of dates that contain none.', 'NotSet', {
    // The choices are computed lazily, because computing the offsets of 600 time zones takes 150 ms.
    values: () => zoneChoices(Date.now()),
  }),
});

/** Settings of the deprecated Beats type, whose fields always have the prefix. */
export const olderBeatsFields = (port: number): ConfigFields => ({ ...tcpCommon(port), ...codec });

export const beatsFields = (port: number): ConfigFields => ({
  ...olderBeatsFields(port),
  no_beats_prefix: field('boolean', 'No beats type prefix', 'Do not prefix field names with the beat name.', false),
});

export const timeUnits = {
  NANOSECONDS: 1e-6,
  MICROSECONDS: 1e-3,
  MILLISECONDS: 1,
  SECONDS: 1_000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
} as const;
const unitNames = Object.keys(timeUnits).map((unit) => [unit, `${unit.slice(0, 1)}${unit.slice(1).toLowerCase()}`]);

export const jsonPathFields: ConfigFields = {
  throttling_allowed: throttling,
  target_url: field(
    'text',
    'URI of the JSON resource',
    'The address is polled with GET and must be on the URL whitelist.',
    'http://example.org/api',
    { mandatory: true },
  ),
  encrypted_headers: {
    ...field('text', 'Sensitive HTTP headers', 'Comma-separated list of Name: value; stored encrypted.', ''),
    is_encrypted: true,
  },
  headers: field('text', 'Additional HTTP headers', 'Comma-separated list of Name: value.', ''),
  interval: field('number', 'Interval', 'Time between two requests; at least one second.', 1, { mandatory: true }),
  timeunit: field('dropdown', 'Interval unit', '', 'MINUTES', {
    values: Object.fromEntries(unitNames) as Record<string, string>,
  }),
  ...codec,
  path: field(
    'text',
    'JSON path',
    "A path may contain .name, ['name'], [0] and [*].",
    '$.store.book[1].number_of_orders',
    {
      mandatory: true,
    },
  ),
  source: field('text', 'Message source', 'Source of the messages.', 'yourapi', { mandatory: true }),
  enable_flattening: field('boolean', 'Flatten JSON', 'Each value of a JSON object becomes a field.', false),
};

export const netFlowFields: ConfigFields = {
  ...codec,
  netflow9_definitions_Path: field(
    'text',
    'NetFlow 9 definitions',
    'Path to a YAML file with the names of further fields.',
    '',
  ),
};

/** Returns the server's time zone; the first call is slow, about 5 % of the start time of the server. */
const serverZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export const cefFields: ConfigFields = {
  timezone: field('text', 'Time zone', 'Time zone of dates that contain none.', serverZone, { mandatory: true }),
  locale: field('text', 'Locale', 'Language of the names of months, such as de; if empty, English.', ''),
  use_full_names: field('boolean', 'Full field names', 'Use full names, such as sourceAddress instead of src.', false),
};

export const randomFields: ConfigFields = {
  throttling_allowed: throttling,
  sleep: field('number', 'Sleep time (ms)', 'Pause between messages.', 25, { mandatory: true, ...positive }),
  sleep_deviation: field('number', 'Sleep deviation (%)', 'Random spread of the pause.', 30, {
    mandatory: true,
    ...positive,
  }),
  source: field('text', 'Source name', 'Source of the generated messages.', 'example.org', { mandatory: true }),
  ...codec,
};

const ruleFields: ConfigFields = {
  lines_together: field(
    'dropdown',
    'Lines that belong together',
    'Determines which lines form one message.',
    'AUTOMATIC',
    {
      values: lineRules,
      position: 101,
    },
  ),
  lines_pattern: field(
    'text',
    'Pattern of lines',
    'Regular expression for the beginning of a message’s first line, such as \\d{4}-\\d\\d-\\d\\d.',
    '',
    { position: 102 },
  ),
};

export const followFields: ConfigFields = {
  path: field('text', 'File', 'Path of the file to follow.', '', { mandatory: true }),
  ...ruleFields,
  ...lineFields,
};

export const filesFields: ConfigFields = {
  path: field(
    'text',
    'Files',
    'A file, a directory, or a pattern of names such as /var/log/app*.log*. Files that are created later and rotated files are followed too; compressed files (.gz) are read once.',
    '',
    { mandatory: true },
  ),
  ...ruleFields,
  ...lineFields,
};

/** Settings of the input that reads compressed files. */
export const archivesFields: ConfigFields = {
  path: field('text', 'Files', 'Paths of compressed files; each file is read once.', '', { mandatory: true }),
  ...ruleFields,
  ...lineFields,
};
