/**
 * Egress guard against server-side request forgery: every request of the server to an address that users have
 * configured passes it. The address must be on the whitelist, its host name is resolved once, and the connection uses
 * the resolved address that was checked. A foreign host name may resolve to this machine or to its network; such an
 * address is called only if it is listed itself.
 */
import { lookup as ask, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { isNameOf, placeOfAddress, type Place } from './addresses.js';

/** Resolves a host name. @throws Error of the system, such as ENOTFOUND */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const askAll = promisify(ask);
export const systemResolve: Resolve = (host) => askAll(host, { all: true, verbatim: true });

const resolveMs = 10_000;

/** The address may not be called. */
export class EgressRefusedError extends Error {
  override name = 'EgressRefusedError';
}

/** Lookup function for the connection, so that it uses the address that was checked. */
export interface AllowedTarget {
  readonly lookup: LookupFunction;
}

/** Returns a lookup function that returns the given addresses without a DNS query. */
const lookupOf =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (host, { all, family }, callback) => {
    const wanted = family === 4 || family === 6 ? addresses.filter((one) => one.family === family) : addresses;
    const [first] = wanted;
    if (!first) {
      callback(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }), '', 0);
    } else if (all) callback(null, [...wanted]);
    else callback(null, first.address, first.family);
  };

async function addressesOf(host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('its name is not resolved in time')), resolveMs);
    timer.unref();
  });
  try {
    return await Promise.race([resolve(host), late]);
  } finally {
    clearTimeout(timer);
  }
}

export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Returns an address without its query, which may contain keys, for logs and notifications. */
export const placeIn = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

/** Returns a shortened form of an address that was entered, which may be invalid. */
export const shownAddress = (entered: string): string =>
  URL.canParse(entered) ? placeIn(new URL(entered)) : entered.replace(/[?#].*$/s, '');

/** Resolves a host name to its present addresses and tells where they lie. */
export async function placesOf(url: URL, resolve: Resolve): Promise<ReadonlySet<Place>> {
  return new Set((await addressesOf(hostOf(url), resolve)).map(({ address }) => placeOfAddress(address)));
}

/**
 * Checks an address after name resolution.
 * @param isOpen whether a resolved address outside of the public Internet is permitted
 * @throws EgressRefusedError when none of its addresses is permitted
 */
export async function allowedTarget(
  url: URL,
  resolve: Resolve,
  isOpen: (address: string, place: Place) => boolean | Promise<boolean>,
): Promise<AllowedTarget> {
  const found = await addressesOf(hostOf(url), resolve);
  const open: LookupAddress[] = [];
  for (const one of found) {
    const place = placeOfAddress(one.address);
    if (place === 'public' || (await isOpen(one.address, place))) open.push(one);
  }
  const [closed] = found;
  if (open.length === 0 && closed) throw new EgressRefusedError(closed.address);
  return { lookup: lookupOf(open) };
}

export class EgressGuard {
  readonly #isListed: (url: string) => Promise<boolean>;
  readonly #resolve: Resolve;

  /** @param isListed tells whether an address, as it was entered, is on the whitelist */
  constructor(isListed: (url: string) => Promise<boolean>, resolve: Resolve = systemResolve) {
    this.#isListed = isListed;
    this.#resolve = resolve;
  }

  /** Tells whether the whitelist contains the address; its host name is not resolved. */
  isListed(entered: string): Promise<boolean> {
    return this.#isListed(entered);
  }

  /**
   * Checks an address before a request.
   * @param entered the address as it is configured
   * @param shown form of the address for messages, used where the path is secret, too
   * @throws EgressRefusedError with the reason; Error of the system
   */
  async open(entered: string, shown: string = shownAddress(entered)): Promise<AllowedTarget> {
    if (!(await this.#isListed(entered))) throw new EgressRefusedError(`${shown} is not on the URL whitelist.`);
    const url = new URL(entered);
    const host = hostOf(url);
    const isMeant = async (address: string, place: Place): Promise<boolean> =>
      isNameOf(host, place) || this.#isAddressListed(entered, url, address);
    try {
      return await allowedTarget(url, this.#resolve, isMeant);
    } catch (error) {
      if (!(error instanceof EgressRefusedError)) throw error;
      throw new EgressRefusedError(
        `${shown} stands for ${error.message}, an address of this machine or of a private network, which is not on the URL whitelist itself.`,
      );
    }
  }

  /**
   * Checks the URL with the IP address in place of the host name, because the whitelist may contain it in this form.
   */
  async #isAddressListed(entered: string, url: URL, address: string): Promise<boolean> {
    const host = address.includes(':') ? `[${address}]` : address;
    // An address that was entered with this IP address is listed already; elsewhere in the text the digits may mean
    // anything.
    if (hostOf(url) === address && entered.toLowerCase().startsWith(`${url.protocol}//${host}`)) return true;
    const replaced = new URL(url);
    replaced.hostname = host;
    const { href } = replaced;
    // An origin may be listed with or without the trailing slash.
    const isBare = url.pathname === '/' && url.search === '' && !/\/$/.test(entered);
    return (await this.#isListed(href)) || (isBare && (await this.#isListed(href.replace(/\/$/, ''))));
  }
}
