/** Defines the configuration fields for the address of a receiver and the connection to it, and reads their values. */
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { ConfigFields } from '../../../../api/contract/config-fields.js';
import { flagOr, numberOr, textOr, type Attributes } from '../../foundation/attributes.js';
import type { ReceiverTls } from '../../outgoing/sender.js';
import type { StreamTarget } from '../stream-sender.js';
import { field, mandatory } from './output-type.js';
import { errorOf } from '../../foundation/caught.js';

export const placeFields = (port: number): ConfigFields => ({
  hostname: mandatory('text', 'Destination host', 'Name or IP address of the receiver.', ''),
  port: mandatory('number', 'Destination port', '', port, { attributes: ['is_port_number'] }),
});

export const reconnectDelay = field(
  'number',
  'TCP reconnect delay (ms)',
  'The second attempt waits this long; each further one waits twice as long, up to a minute.',
  500,
  'only_positive',
);
export const trustedChain = field(
  'text',
  'TLS trust chain file',
  'File of PEM certificates on the server’s disk that verify the certificate of the receiver.',
  '',
);
export const connectionFields: ConfigFields = {
  connect_timeout: field('number', 'TCP connect timeout (ms)', '', 1000, 'only_positive'),
  reconnect_delay: reconnectDelay,
  tcp_no_delay: field('boolean', 'TCP no delay', '', false),
  tcp_keep_alive: field('boolean', 'TCP keep alive', '', false),
  tls_verification_enabled: field('boolean', 'Verify TLS peer', '', false),
  tls_trust_cert_chain: trustedChain,
};

const hostName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*\.?$/i;

/** Explains why host or port of a receiver are invalid; undefined: they are valid. */
export function placeProblem(configuration: Attributes): string | undefined {
  const host = textOr(configuration, 'hostname', '');
  if (isIP(host) === 0 && !hostName.test(host)) return '"hostname" must be a host name or an IP address';
  if (numberOr(configuration, 'port', 0) < 1) return '"port" must be a port number from 1 to 65535';
  return undefined;
}

export const targetOf = (configuration: Attributes) => ({
  host: textOr(configuration, 'hostname', ''),
  port: numberOr(configuration, 'port', 0),
});

async function trustedCertificates(configuration: Attributes): Promise<Buffer | undefined> {
  const path = textOr(configuration, 'tls_trust_cert_chain', undefined);
  if (path === undefined) return undefined;
  try {
    return await readFile(path);
  } catch (error) {
    throw new Error(`The TLS trust chain file ${path} cannot be read: ${errorOf(error).message}`, { cause: error });
  }
}

export const tlsOf = async (configuration: Attributes): Promise<ReceiverTls> => ({
  verify: flagOr(configuration, 'tls_verification_enabled', false),
  trusted: await trustedCertificates(configuration),
});

export const streamTarget = async (configuration: Attributes, tls: boolean): Promise<StreamTarget> => ({
  ...targetOf(configuration),
  connectTimeoutMs: numberOr(configuration, 'connect_timeout', 1000),
  noDelay: flagOr(configuration, 'tcp_no_delay', false),
  keepAlive: flagOr(configuration, 'tcp_keep_alive', false),
  tls: tls ? await tlsOf(configuration) : undefined,
});
