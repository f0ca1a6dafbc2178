/** Types of outputs: what is configured of them, and what sends (contract data-intake, output_types). */
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { ConfigField, ConfigFields, ConfigurableType } from '../../../api/contract/config-fields.js';
import { configField } from '../config-field.js';
import { facilityName } from '../intake/decode/syslog-priority.js';
import { flagOr, numberOr, textOr, type Attributes } from '../intake/attributes.js';
import { DatagramSender, mostDatagramBytes } from './datagram-sender.js';
import { FileSender, fileName } from './file-sender.js';
import { gelfDatagrams } from './gelf-datagrams.js';
import { gelfOf } from './gelf.js';
import { HttpSender } from './http-sender.js';
import { plainJson, plainText } from './plain.js';
import { placeOf, type Sender } from './sender.js';
import { stdoutSender } from './stdout-sender.js';
import { StreamSender } from './stream-sender.js';
import { syslogOf } from './syslog.js';

export interface OutputType {
  readonly info: ConfigurableType;
  /** What is wrong with a configuration, beyond what its fields say. */
  readonly problem?: (configuration: Attributes) => string | undefined;
  /** That is called: it must be on the list of allowed addresses. */
  readonly url?: (configuration: Attributes) => string | undefined;
  /** Messages that are sent at once. */
  readonly batch?: (configuration: Attributes) => number;
  /** @throws Error when it cannot work at present */
  readonly sender: (configuration: Attributes, rooms: SenderRooms) => Sender | Promise<Sender>;
}

export interface SenderRooms {
  /** For the files of this output. */
  readonly directory: string;
}

export const outputTypeIds = {
  stdout: 'org.graylog2.outputs.LoggingOutput',
  gelf: 'org.graylog2.outputs.GelfOutput',
  discard: 'org.graylog2.outputs.DiscardMessageOutput',
  http: 'log-console.outputs.http.HttpOutput',
  syslog: 'log-console.outputs.syslog.SyslogOutput',
  file: 'log-console.outputs.file.FileOutput',
} as const;

const MiB = 1024 * 1024;
/** Of every output's queue, unless it is configured. */
export const queueDefaults = { messages: 1_000_000, mebibytes: 256 } as const;
/** What one output may be given. */
const queueMost = { messages: 100_000_000, mebibytes: 64 * 1024 } as const;

const queueFields: ConfigFields = {
  queue_messages: configField(
    'number',
    'Messages that may wait',
    'How many messages wait on disk at most while the receiver takes none. What comes when the queue is full is left out, and counted.',
    queueDefaults.messages,
    { position: 150, attributes: ['only_positive'] },
  ),
  queue_mebibytes: configField(
    'number',
    'Space for what waits (MiB)',
    'How much of the disk the queue may take.',
    queueDefaults.mebibytes,
    { position: 151, attributes: ['only_positive'] },
  ),
};

export const queueLimits = (configuration: Attributes): { readonly messages: number; readonly bytes: number } => ({
  messages: Math.max(1, numberOr(configuration, 'queue_messages', queueDefaults.messages)),
  bytes: Math.max(1, numberOr(configuration, 'queue_mebibytes', queueDefaults.mebibytes)) * MiB,
});

function queueProblem(configuration: Attributes): string | undefined {
  const { messages, bytes } = queueLimits(configuration);
  if (messages > queueMost.messages) return `"queue_messages" must be at most ${queueMost.messages}`;
  if (bytes > queueMost.mebibytes * MiB) return `"queue_mebibytes" must be at most ${queueMost.mebibytes}`;
  return undefined;
}

const hostName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*\.?$/i;

/** Of a receiver's host and port. */
function placeProblem(configuration: Attributes): string | undefined {
  const host = textOr(configuration, 'hostname', '');
  if (isIP(host) === 0 && !hostName.test(host)) return '"hostname" must be a host name or an IP address';
  if (numberOr(configuration, 'port', 0) < 1) return '"port" must be a port number from 1 to 65535';
  return undefined;
}

const bounded =
  (problem?: OutputType['problem']): NonNullable<OutputType['problem']> =>
  (configuration) =>
    problem?.(configuration) ?? queueProblem(configuration);

/** The name on the wire is what the type does; the title is what it is called. */
const described = (type: string, name: string, human_name: string, fields: ConfigFields): ConfigurableType => ({
  type,
  name,
  human_name,
  link_to_docs: '',
  requested_configuration: { ...fields, ...queueFields },
});

const field = (
  type: ConfigField['type'],
  name: string,
  description: string,
  value: unknown,
  ...attributes: string[]
): ConfigField => configField(type, name, description, value, { attributes });
const mandatory = (
  type: ConfigField['type'],
  name: string,
  description: string,
  value: unknown,
  extra: Parameters<typeof configField>[4] = {},
): ConfigField => configField(type, name, description, value, { mandatory: true, ...extra });

const placeFields = (port: number): ConfigFields => ({
  hostname: mandatory('text', 'Destination host', 'Name or IP address of the receiver.', ''),
  port: mandatory('number', 'Destination port', '', port, { attributes: ['is_port_number'] }),
});
const connectionFields: ConfigFields = {
  connect_timeout: field('number', 'TCP connect timeout (ms)', '', 1000, 'only_positive'),
  reconnect_delay: field(
    'number',
    'TCP reconnect delay (ms)',
    'Before the second attempt; each further one waits twice as long, up to a minute.',
    500,
    'only_positive',
  ),
  tcp_no_delay: field('boolean', 'TCP no delay', '', false),
  tcp_keep_alive: field('boolean', 'TCP keep alive', '', false),
  tls_verification_enabled: field('boolean', 'Verify TLS peer', '', false),
  tls_trust_cert_chain: field(
    'text',
    'TLS trust chain file',
    'Certificates in PEM on the server’s disk, that the receiver’s is verified with.',
    '',
  ),
};

const targetOf = (configuration: Attributes) => ({
  host: textOr(configuration, 'hostname', ''),
  port: numberOr(configuration, 'port', 0),
});

async function trustedCertificates(configuration: Attributes): Promise<Buffer | undefined> {
  const path = textOr(configuration, 'tls_trust_cert_chain', undefined);
  if (path === undefined) return undefined;
  try {
    return await readFile(path);
  } catch (error) {
    throw new Error(`The TLS trust chain file ${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

const streamTarget = async (configuration: Attributes, tls: boolean) => ({
  ...targetOf(configuration),
  connectTimeoutMs: numberOr(configuration, 'connect_timeout', 1000),
  noDelay: flagOr(configuration, 'tcp_no_delay', false),
  keepAlive: flagOr(configuration, 'tcp_keep_alive', false),
  tls: tls ? await tlsOf(configuration) : undefined,
});

const dropdown = (...values: readonly string[]) => ({
  values: Object.fromEntries(values.map((value) => [value, value])),
});

const gelfEnd = Buffer.from([0]);
const mostCalls = 16;
const gelfTimeoutMs = 30_000;

/** Undefined: it is not sent over HTTP. */
function gelfUrl(configuration: Attributes): string | undefined {
  const protocol = textOr(configuration, 'protocol', 'TCP');
  if (protocol !== 'HTTP' && protocol !== 'HTTPS') return undefined;
  const { host, port } = targetOf(configuration);
  return `${protocol.toLowerCase()}://${placeOf(host, port)}${textOr(configuration, 'http_path', '/gelf')}`;
}

/** Of an address that is called. */
function urlProblem(name: string, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return `"${name}" must be an http or https address`;
  if (url.username !== '' || url.password !== '') return `"${name}" must be without user and password`;
  return url.hash === '' ? undefined : `"${name}" must be without #`;
}

function gelfProblem(configuration: Attributes): string | undefined {
  const problem = placeProblem(configuration);
  const url = gelfUrl(configuration);
  if (problem !== undefined || url === undefined) return problem;
  if (!textOr(configuration, 'http_path', '/gelf').startsWith('/')) return '"http_path" must begin with /';
  return urlProblem('http_path', url);
}

const tlsOf = async (configuration: Attributes) => ({
  verify: flagOr(configuration, 'tls_verification_enabled', false),
  trusted: await trustedCertificates(configuration),
});

const gelfType: OutputType = {
  info: described(outputTypeIds.gelf, 'GELF Output', 'sends GELF over TCP, UDP or HTTP', {
    ...placeFields(12201),
    protocol: mandatory('dropdown', 'Protocol', '', 'TCP', dropdown('TCP', 'TCP+TLS', 'UDP', 'HTTP', 'HTTPS')),
    ...connectionFields,
    http_path: field('text', 'HTTP path', 'The whole address must be on the URL allow-list.', '/gelf'),
    udp_compression: field('boolean', 'Compress UDP', 'Messages of more than 512 bytes are sent with gzip.', true),
    queue_size: field('number', 'Buffer size', 'Messages that are sent at once.', 512, 'only_positive'),
    max_inflight_sends: field(
      'number',
      'Concurrent sends',
      `Over HTTP, where each message is a call: up to ${mostCalls} at a time.`,
      512,
      'only_positive',
    ),
  }),
  problem: bounded(gelfProblem),
  url: gelfUrl,
  batch: (configuration) => numberOr(configuration, 'queue_size', 512),
  sender: async (configuration) => {
    const protocol = textOr(configuration, 'protocol', 'TCP');
    const url = gelfUrl(configuration);
    if (url !== undefined) {
      const target = {
        url: new URL(url),
        contentType: 'application/json',
        authorization: undefined,
        compressed: false,
        timeoutMs: gelfTimeoutMs,
        batchMessages: 1,
        calls: Math.min(mostCalls, Math.max(1, numberOr(configuration, 'max_inflight_sends', mostCalls))),
        tls: await tlsOf(configuration),
      };
      return new HttpSender(target, (messages) => messages.map(gelfOf).join('\n'));
    }
    if (protocol === 'UDP') {
      const compressed = flagOr(configuration, 'udp_compression', true);
      return new DatagramSender(targetOf(configuration), (message) => gelfDatagrams(gelfOf(message), compressed));
    }
    const target = await streamTarget(configuration, protocol === 'TCP+TLS');
    return new StreamSender(target, (message) => Buffer.concat([Buffer.from(gelfOf(message)), gelfEnd]));
  },
};

const stdoutType: OutputType = {
  info: described(outputTypeIds.stdout, 'STDOUT Output', 'writes each message to standard output', {
    prefix: field('text', 'Prefix', 'Put before each line.', 'Writing message: '),
  }),
  problem: bounded(),
  sender: (configuration) => {
    const { prefix } = configuration;
    return stdoutSender(typeof prefix === 'string' ? prefix : '');
  },
};

const discardType: OutputType = {
  info: described(outputTypeIds.discard, 'Discard output', 'throws messages away', {}),
  problem: bounded(),
  sender: () => ({ send: () => Promise.resolve(), close: () => undefined }),
};

const mostBatch = 5_000;
const mostTimeoutMs = 120_000;
const within = (configuration: Attributes, name: string, most: number): string | undefined => {
  const value = numberOr(configuration, name, 1);
  return value < 1 || value > most ? `"${name}" must be from 1 to ${most}` : undefined;
};

const httpUrl = (configuration: Attributes): string => textOr(configuration, 'url', '');
const httpType: OutputType = {
  info: described(outputTypeIds.http, 'HTTP Output', 'posts messages as JSON, many at a time', {
    url: mandatory('text', 'URL', 'Of the receiver, http or https. It must be on the URL allow-list.', '', {
      position: 0,
    }),
    format: mandatory('dropdown', 'Format', 'One object per line, or one list of objects.', 'NDJSON', {
      position: 1,
      ...dropdown('NDJSON', 'JSON'),
    }),
    authorization: field(
      'text',
      'Authorization',
      'Value of the header of that name, such as Bearer and a token.',
      '',
      'is_password',
    ),
    batch_size: field('number', 'Messages of one call', '', 200, 'only_positive'),
    compression: field('boolean', 'Compress', 'With gzip.', true),
    timeout: field('number', 'Timeout of a call (ms)', '', 30_000, 'only_positive'),
    reconnect_delay: connectionFields['reconnect_delay'] ?? field('number', 'Retry delay (ms)', '', 500),
    tls_verification_enabled: field('boolean', 'Verify TLS peer', '', true),
    tls_trust_cert_chain: connectionFields['tls_trust_cert_chain'] ?? field('text', 'TLS trust chain file', '', ''),
  }),
  problem: bounded(
    (configuration) =>
      urlProblem('url', httpUrl(configuration)) ??
      within(configuration, 'batch_size', mostBatch) ??
      within(configuration, 'timeout', mostTimeoutMs) ??
      (/[^\x20-\x7e]/.test(textOr(configuration, 'authorization', ''))
        ? '"authorization" must be printable ASCII'
        : undefined),
  ),
  url: httpUrl,
  batch: (configuration) => numberOr(configuration, 'batch_size', 200),
  sender: async (configuration) => {
    const lines = textOr(configuration, 'format', 'NDJSON') === 'NDJSON';
    const target = {
      url: new URL(httpUrl(configuration)),
      contentType: lines ? 'application/x-ndjson' : 'application/json',
      authorization: textOr(configuration, 'authorization', undefined),
      compressed: flagOr(configuration, 'compression', true),
      timeoutMs: numberOr(configuration, 'timeout', 30_000),
      batchMessages: numberOr(configuration, 'batch_size', 200),
      calls: 1,
      tls: await tlsOf(configuration),
    };
    return new HttpSender(target, (messages) => {
      const all = messages.map(plainJson);
      return lines ? all.map((line) => `${line}\n`).join('') : `[${all.join(',')}]`;
    });
  },
};

const facilities = Object.fromEntries(
  Array.from({ length: 24 }, (_, number) => [String(number), facilityName(number)]),
);
const syslogType: OutputType = {
  info: described(outputTypeIds.syslog, 'Syslog Output', 'sends syslog (RFC 5424) over TCP or UDP', {
    ...placeFields(514),
    protocol: mandatory('dropdown', 'Protocol', '', 'TCP', dropdown('TCP', 'TCP+TLS', 'UDP')),
    framing: mandatory(
      'dropdown',
      'Framing',
      'Over TCP: the length before each message (RFC 6587, octet counting), or a line end after it.',
      'OCTETS',
      { values: { OCTETS: 'Octet counting', LINES: 'Line end' } },
    ),
    facility: mandatory('dropdown', 'Facility', '', '1', { values: facilities }),
    structured_data: field('boolean', 'Structured data', 'Fields go along as structured data.', true),
    ...connectionFields,
  }),
  problem: bounded(placeProblem),
  sender: async (configuration) => {
    const protocol = textOr(configuration, 'protocol', 'TCP');
    const form = {
      facility: Number(textOr(configuration, 'facility', '1')),
      fields: flagOr(configuration, 'structured_data', true),
    };
    if (protocol === 'UDP') {
      return new DatagramSender(targetOf(configuration), (message) => {
        const datagram = Buffer.from(syslogOf(message, form));
        return Promise.resolve(datagram.length > mostDatagramBytes ? undefined : [datagram]);
      });
    }
    const lines = textOr(configuration, 'framing', 'OCTETS') === 'LINES';
    return new StreamSender(await streamTarget(configuration, protocol === 'TCP+TLS'), (message) => {
      const text = syslogOf(message, form);
      if (lines) return Buffer.from(`${text.replace(/[\r\n]+/g, ' ')}\n`);
      const bytes = Buffer.from(text);
      return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
    });
  },
};

const mostFileMebibytes = 1024 * 1024;
const mostKeptFiles = 1_000;
const fileType: OutputType = {
  info: described(outputTypeIds.file, 'File Output', 'appends messages to a file', {
    file_name: mandatory(
      'text',
      'File name',
      'A plain name. The file lies below the data directory, in output-files and the id of the output.',
      'messages.log',
      { position: 0 },
    ),
    format: mandatory('dropdown', 'Format', 'One line per message.', 'JSON', {
      position: 1,
      values: { JSON: 'JSON', TEXT: 'Text' },
    }),
    max_mebibytes: field('number', 'Size of a file (MiB)', 'A fuller one is put aside.', 100, 'only_positive'),
    kept_files: field('number', 'Files put aside', 'The oldest goes when there are more.', 10, 'only_positive'),
  }),
  problem: bounded((configuration) =>
    fileName.test(textOr(configuration, 'file_name', '')) && textOr(configuration, 'file_name', '').length <= 100
      ? (within(configuration, 'max_mebibytes', mostFileMebibytes) ??
        within(configuration, 'kept_files', mostKeptFiles))
      : '"file_name" must be a plain name of at most 100 letters, digits and . _ -',
  ),
  sender: (configuration, { directory }) =>
    new FileSender(
      {
        directory,
        name: textOr(configuration, 'file_name', 'messages.log'),
        mostBytes: numberOr(configuration, 'max_mebibytes', 100) * MiB,
        keptFiles: numberOr(configuration, 'kept_files', 10),
      },
      textOr(configuration, 'format', 'JSON') === 'JSON' ? plainJson : plainText,
    ),
};

export const outputTypes: readonly OutputType[] = [gelfType, httpType, syslogType, fileType, stdoutType, discardType];
export const outputTypesById: ReadonlyMap<string, OutputType> = new Map(
  outputTypes.map((type) => [type.info.type, type]),
);
