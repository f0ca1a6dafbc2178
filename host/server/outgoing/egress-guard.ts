/**
 * Guards against server-side request forgery: before the server calls a URL that users have configured, the URL is
 * checked. It must be on the whitelist. Its host name is resolved once, and the connection uses the resolved address
 * that was checked. If a host name resolves to this machine or a private network, the whitelist must also contain the
 * URL with that address. The last rule does not apply to names that can only mean such an address (`localhost`,
 * `db.internal`).
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

/** Thrown when the server must not call a URL; the message gives the reason, or the refused address. */
export class EgressRefusedError extends Error {
  override name = 'EgressRefusedError';
}

/** Describes a checked URL; the connection must use `lookup`, so that it uses the addresses that were checked. */
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

/** Returns a URL without its query, which may contain credentials, for logs and notifications. */
export const placeIn = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

/**
 * Returns the form of an entered URL for messages. A valid URL is shown without user, password, query and fragment; any
 * other text as it was entered, without query and fragment.
 */
export const shownAddress = (entered: string): string =>
  URL.canParse(entered) ? placeIn(new URL(entered)) : entered.replace(/[?#].*$/s, '');

/**
 * Resolves the host name of a URL, and returns the classes of its present addresses.
 * @throws Error when the name cannot be resolved, or not in time
 */
export async function placesOf(url: URL, resolve: Resolve): Promise<ReadonlySet<Place>> {
  return new Set((await addressesOf(hostOf(url), resolve)).map(({ address }) => placeOfAddress(address)));
}

/**
 * Resolves the host name of a URL, and returns the permitted addresses for the connection.
 * @param isOpen tells whether a resolved address outside of the public Internet is permitted
 * @throws EgressRefusedError when no address is permitted; its message is the first address
 * @throws Error when the name cannot be resolved, or not in time
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

  /** @param isListed tells whether the whitelist contains a URL, which it gets as the user entered it */
  constructor(isListed: (url: string) => Promise<boolean>, resolve: Resolve = systemResolve) {
    this.#isListed = isListed;
    this.#resolve = resolve;
  }

  /** Tells whether the whitelist contains a URL; its host name is not resolved. */
  isListed(entered: string): Promise<boolean> {
    return this.#isListed(entered);
  }

  /**
   * Checks a URL before a request.
   * @param entered the URL as it is configured
   * @param shown form of the URL for messages, if its path is secret as well
   * @throws EgressRefusedError when the URL must not be called
   * @throws Error when its host name cannot be resolved, or not in time
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
   * Tells whether the whitelist contains the URL with an IP address in place of its host name.
   */
  async #isAddressListed(entered: string, url: URL, address: string): Promise<boolean> {
    const host = address.includes(':') ? `[${address}]` : address;
    // If the URL itself contains the IP address as its host, it was found on the whitelist before.
    if (hostOf(url) === address && entered.toLowerCase().startsWith(`${url.protocol}//${host}`)) return true;
    const replaced = new URL(url);
    replaced.hostname = host;
    const { href } = replaced;
    // The whitelist may contain a URL without a path with or without the trailing slash.
    const isBare = url.pathname === '/' && url.search === '' && !/\/$/.test(entered);
    return (await this.#isListed(href)) || (isBare && (await this.#isListed(href.replace(/\/$/, ''))));
  }
}
