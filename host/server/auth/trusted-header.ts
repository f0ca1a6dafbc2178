/**
 * Implements single sign-on by a header that a proxy sets (contract administration httpHeaderAuth.*); the header is
 * trusted only from the proxies of --trust-proxy.
 */
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { HttpHeaderAuthConfig } from '../../../api/contract/authentication.schema.js';
import { FieldValidationError } from '../foundation/errors.js';
import type { Collection, Documents } from '../store/types.js';

interface ConfigRecord extends HttpHeaderAuthConfig {
  id: string;
}
const configId = 'http-header';
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers that cannot name the user, because browsers and other clients set them with another meaning. */
const taken = new Set(['authorization', 'cookie', 'host', 'origin', 'referer', 'user-agent', 'content-type', 'accept']);

function proxyList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies.flatMap((name) => (name === 'loopback' ? ['127.0.0.0/8', '::1'] : [name]))) {
    const [address = '', prefix] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Converts an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) to IPv4, and removes the zone of an IPv6 address. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

export class TrustedHeader {
  readonly #stored: Collection<ConfigRecord>;
  readonly #proxies: BlockList;

  /** @param proxies values of `--trust-proxy` */
  constructor(documents: Documents, proxies: readonly string[]) {
    this.#stored = documents.collection<ConfigRecord>('authentication_header');
    this.#proxies = proxyList(proxies);
  }

  get(): HttpHeaderAuthConfig {
    const { enabled, username_header } = this.#stored.get(configId) ?? {
      enabled: false,
      username_header: 'Remote-User',
    };
    return { enabled, username_header };
  }

  /**
   * Stores the configuration.
   * @throws FieldValidationError when the name is empty, is not valid for a header, or belongs to a header that clients
   * set
   */
  async put({ enabled, username_header }: HttpHeaderAuthConfig): Promise<HttpHeaderAuthConfig> {
    const name = username_header.trim();
    if (name === '') throw new FieldValidationError({ username_header: ['must not be empty'] });
    if (!headerName.test(name) || taken.has(name.toLowerCase())) {
      throw new FieldValidationError({ username_header: ['must be the name of a header that only the proxy sets'] });
    }
    await this.#stored.put({ id: configId, enabled, username_header: name });
    return this.get();
  }

  /**
   * Returns the user name that a trusted proxy sends.
   * @returns undefined: the configuration is disabled, the sender is no trusted proxy, or the header is missing,
   * repeated, longer than 200 characters or not UTF-8
   */
  usernameOf(request: Pick<FastifyRequest, 'headers' | 'socket'>): string | undefined {
    const { enabled, username_header: header } = this.get();
    if (!enabled) return undefined;
    const peer = plainAddress(request.socket.remoteAddress ?? '');
    const family = isIP(peer) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(peer) === 0 || !this.#proxies.check(peer, family)) return undefined;
    const value = request.headers[header.toLowerCase()];
    // A repeated header means that the proxy has added a header without removing the one that the client had sent.
    if (typeof value !== 'string' || value.includes(',')) return undefined;
    const name = Buffer.from(value, 'latin1').toString('utf8').trim();
    return name === '' || name.length > 200 || name.includes('\ufffd') ? undefined : name;
  }
}
