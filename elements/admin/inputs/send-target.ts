/** Determines the address at which senders reach an input. */
import type { SendTarget } from './snippet.js';

/** Matches texts of characters that neither a shell nor a configuration file treats as special. */
const harmless = /^[\w.:-]+$/;

const everywhere: readonly unknown[] = ['', '0.0.0.0', '::', undefined, null];

const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'is_set' in value && value.is_set === true;

function authOf(attributes: Readonly<Record<string, unknown>>): SendTarget['auth'] {
  if (isSet(attributes['auth_token'])) return 'token';
  const user = attributes['auth_user'];
  return (typeof user === 'string' && user !== '') || isSet(attributes['auth_password']) ? 'basic' : 'none';
}

/**
 * Returns the address at which senders reach an input: its bound address, otherwise the server's.
 * @param attributes configuration of the input
 * @param listening `address:port` on which the input listens; undefined if the server does not report it
 * @param server base URL of the API
 * @returns undefined if the input does not listen on a port
 */
export function targetOf(
  attributes: Readonly<Record<string, unknown>>,
  listening: string | undefined,
  server: string,
): SendTarget | undefined {
  const port = Number(listening === undefined ? attributes['port'] : listening.slice(listening.lastIndexOf(':') + 1));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  const bound = attributes['bind_address'];
  const reached = new URL(server, 'http://localhost').hostname.replace(/^\[|\]$/g, '');
  const host = everywhere.includes(bound) ? reached : String(bound);
  return {
    host: harmless.test(host) ? host : reached,
    port,
    tls: attributes['tls_enable'] === true,
    auth: authOf(attributes),
  };
}
