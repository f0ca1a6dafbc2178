/**
 * Warns about parts of a pack that would not work after installation: ports in use, files and addresses that may not be
 * read, e-mail without a mail server.
 */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { mailSettings } from '../../../api/contract/event-notifications.js';
import { listInputs } from '../../../api/contract/inputs.js';
import { validateDataAdapter } from '../../../api/contract/lookup.js';
import type { Api } from './kind.js';
import { partBody } from './kinds/lookup.js';
import { objectIn, textIn, type PlainData } from './values.js';

export interface Warning {
  /** Path of the value in the entity's data. */
  readonly path: string;
  readonly text: string;
  readonly suggestion: unknown;
}

/** Largest number of further ports that are tried after the first one to find a free port. */
const mostTries = 20;

const isUdp = (type: string): boolean => /udp|netflow|ipfix/i.test(type);
const protocolOf = (type: string): 'UDP' | 'TCP' => (isUdp(type) ? 'UDP' : 'TCP');

/**
 * Tries to open a port of this machine.
 * @returns undefined: the port is free; otherwise the error code, such as EADDRINUSE
 */
function bindFailure(protocol: 'UDP' | 'TCP', host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const failed = ({ code }: NodeJS.ErrnoException): void => resolve(code ?? 'UNKNOWN');
    if (protocol === 'UDP') {
      const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
      socket.once('error', (error) => (socket.close(), failed(error)));
      socket.bind({ port, address: host, exclusive: true }, () => socket.close(() => resolve(undefined)));
      return;
    }
    const server = createServer();
    server.once('error', failed);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Explanations of failures other than a port in use, by the error code. */
const otherFailures: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}`,
  ENOTFOUND: (host) => `This machine has no address ${host}`,
  EACCES: (_host, port) => `The server may not open port ${port}, because it is below 1024`,
};

/** Inputs by protocol and port, for instance `UDP 514`. Inputs of the pack have no id yet. */
export type UsedPorts = Map<string, { readonly title: string; readonly id?: string }>;

/** Returns the ports of the server's inputs. */
export async function usedPorts(api: Api): Promise<UsedPorts> {
  const { inputs } = await api.call(listInputs);
  return new Map(
    inputs.flatMap(({ id, title, type, attributes: { port } }) =>
      typeof port === 'number' ? [[`${protocolOf(type)} ${port}`, { title, id }]] : [],
    ),
  );
}

/**
 * Warns about an input that cannot listen: its port is in use or privileged, or the machine lacks its address. Suggests
 * a similar port that is free, if one is found, or the address 0.0.0.0.
 * @param taken ports that are in use; a free port of this input is added
 * @param own id of the changed input, whose present port is no conflict
 */
export async function portWarning(data: PlainData, taken: UsedPorts, own?: string): Promise<Warning | undefined> {
  const config = objectIn(data, 'configuration');
  const port = config['port'];
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  const protocol = protocolOf(textIn(data, 'type'));
  const host = textIn(config, 'bind_address') || '0.0.0.0';
  const found = taken.get(`${protocol} ${port}`);
  const isOwn = own !== undefined && found?.id === own;
  const user = isOwn ? undefined : found;
  const failure = found === undefined ? await bindFailure(protocol, host, port) : undefined;
  const describe = failure === undefined || !Object.hasOwn(otherFailures, failure) ? undefined : otherFailures[failure];
  if (describe && failure !== 'EACCES')
    return {
      path: 'configuration.bind_address',
      text: `${describe(host, port)}: the input would be created but fail to start.`,
      suggestion: '0.0.0.0',
    };
  if (user === undefined && failure === undefined) {
    if (!isOwn) taken.set(`${protocol} ${port}`, { title: textIn(data, 'title') });
    return undefined;
  }
  let suggestion: unknown = null;
  // A port that needs privileges is replaced by a similar port that needs no privileges: 5514 for 514.
  const first = describe ? port + 5000 : port + 1;
  for (let next = first; next <= Math.min(first + mostTries, 65_535) && suggestion === null; next += 1)
    if (!taken.has(`${protocol} ${next}`) && (await bindFailure(protocol, host, next)) === undefined) suggestion = next;
  const by = user === undefined ? 'another program' : `input ${JSON.stringify(user.title)}`;
  const reason = describe?.(host, port) ?? `Port ${port} (${protocol}) is in use by ${by}`;
  return {
    path: 'configuration.port',
    text: `${reason}: the input would be created but fail to start.`,
    suggestion,
  };
}

/**
 * Warns about an adapter that would have no data: its file is missing or outside the directories that the server may
 * read, or its address is not allowed. The server's validation of adapters decides, so that a dry run reveals no more
 * about files than the form of adapters does.
 */
export async function adapterWarning(api: Api, data: PlainData): Promise<Warning | undefined> {
  if (!api.serves(validateDataAdapter)) return undefined;
  const { errors } = await api.call(validateDataAdapter, { body: partBody(data) });
  for (const field of ['path', 'url']) {
    const [reason] = errors[field] ?? [];
    if (reason !== undefined)
      return {
        path: `configuration.${field}`,
        text: `${reason} The adapter has no data until then.`,
        suggestion: null,
      };
  }
  return undefined;
}

/** Warns about an e-mail notification if no mail server is configured: it is installed, but cannot send yet. */
export async function mailWarning(api: Api, data: PlainData): Promise<Warning | undefined> {
  const config = objectIn(data, 'config');
  const isMail =
    textIn(config, 'type') === 'email-notification-v1' || /EmailAlarmCallback$/.test(textIn(config, 'callback_type'));
  if (!isMail || !api.serves(mailSettings) || (await api.call(mailSettings)).source !== 'none') return undefined;
  const text = 'E-mail cannot be sent: no mail server is configured. The notification works once there is one.';
  return { path: 'config', text, suggestion: undefined };
}
