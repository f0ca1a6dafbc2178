/** Defines the data adapter for DNS queries. */
import { getServers } from 'node:dns';
import { isIP } from 'node:net';
import type { Answer, RecordType } from 'dns-packet';
import { getDomain } from 'tldts';
import { milliseconds } from '../../../../../api/lookup/fields.js';
import {
  flag,
  noFigures,
  number,
  reasonOf,
  text,
  type Adapter,
  type AdapterRooms,
  type AdapterType,
} from '../../adapter.js';
import { Calls } from '../../calls.js';
import { addressWords } from '../../data/address.js';
import { emptyResult, mapResult, type LookupResult } from '../../result.js';
import { resolveRecords, type NameServer } from './dns-client.js';

const dnsPort = 53;
const mostServers = 10;

/** Parses `ip`, `ip:port` or `[ip]:port`; undefined: the text has another form. */
function serverOf(entered: string): NameServer | undefined {
  const trimmed = entered.trim();
  if (isIP(trimmed) > 0) return { address: trimmed, port: dnsPort };
  const [, address = '', digits = ''] = /^\[?([^\]]*)\]?:(\d{1,5})$/.exec(trimmed) ?? [];
  const port = Number(digits);
  return isIP(address) > 0 && port > 0 && port < 65_536 ? { address, port } : undefined;
}

const entriesOf = (servers: string): string[] => servers.split(',').filter((entry) => entry.trim() !== '');

/** Returns the address of a name server as the URL whitelist contains it. */
const urlOf = ({ address, port }: NameServer): string =>
  `dns://${address.includes(':') ? `[${address}]` : address}:${port}`;

/** Matches a host name: labels of 1 to 63 characters, 253 in total (RFC 1035 §2.3.4). */
const hostName = /^(?=.{1,253}$)(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62}))(?:\.[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62}))*\.?$/;

/** Returns the name of an address's PTR record (RFC 1035 §3.5, RFC 3596 §2.5); undefined: the text is no address. */
function reverseName(address: string): string | undefined {
  const words = addressWords(address);
  if (!words) return undefined;
  const [first = 0] = words;
  if (words.length === 1) return `${[0, 8, 16, 24].map((shift) => (first >>> shift) & 255).join('.')}.in-addr.arpa`;
  const digits = words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

/** Returns the registrable part of a name, such as example.co.uk; the last two labels if the suffix is unknown. */
const registrable = (name: string): string =>
  getDomain(name, { allowPrivateDomains: false }) ?? name.split('.').slice(-2).join('.');

const ttlOf = (record: Answer): number => ('ttl' in record && typeof record.ttl === 'number' ? record.ttl : 0);
const plainName = (name: string): string => name.replace(/\.$/, '');

interface Settings {
  readonly servers: () => Promise<readonly NameServer[]>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const recordsOf = async (name: string, type: RecordType, { servers, timeoutMs, signal }: Settings) =>
  resolveRecords(name, type, await servers(), timeoutMs, signal);

async function addresses(name: string, types: readonly ('A' | 'AAAA')[], settings: Settings): Promise<LookupResult> {
  const found = (await Promise.all(types.map((type) => recordsOf(name, type, settings)))).flat();
  const results = found.flatMap((record) =>
    record.type === 'A' || record.type === 'AAAA'
      ? [
          {
            ip_address: record.data,
            ...(types.length > 1 && { ip_version: record.type === 'A' ? 'IPv4' : 'IPv6' }),
            dns_ttl: ttlOf(record),
          },
        ]
      : [],
  );
  const [first] = results;
  if (!first) return emptyResult;
  const list = results.map(({ ip_address: address }) => address);
  return mapResult(first.ip_address, { results }, list, smallest(found));
}

async function reverse(address: string, settings: Settings): Promise<LookupResult> {
  const name = reverseName(address);
  if (name === undefined) throw new Error(`${JSON.stringify(address.slice(0, 100))} is no address.`);
  const found = await recordsOf(name, 'PTR', settings);
  const [first] = found;
  if (first?.type !== 'PTR') return emptyResult;
  const full = plainName(first.data);
  const names = found.flatMap((record) => (record.type === 'PTR' ? [plainName(record.data)] : []));
  const multi = { domain: registrable(full), full_domain: full, dns_ttl: ttlOf(first) };
  return mapResult(full, multi, names, smallest(found));
}

async function texts(name: string, settings: Settings): Promise<LookupResult> {
  const found = await recordsOf(name, 'TXT', settings);
  const results = found.flatMap((record) => {
    if (record.type !== 'TXT') return [];
    const pieces = Array.isArray(record.data) ? record.data : [record.data];
    return [{ value: pieces.map(String).join(''), dns_ttl: ttlOf(record) }];
  });
  if (results.length === 0) return emptyResult;
  return mapResult(
    null,
    { raw_results: results },
    results.map(({ value }) => value),
    smallest(found),
  );
}

const smallest = (records: readonly Answer[]): number => Math.min(...records.map(ttlOf)) * 1000;

async function ask(type: string, key: string, settings: Settings): Promise<LookupResult> {
  if (type === 'PTR') return reverse(key, settings);
  if (!hostName.test(key)) return emptyResult;
  const name = plainName(key);
  if (type === 'TXT') return texts(name, settings);
  return addresses(name, type === 'A_AAAA' ? ['A', 'AAAA'] : [type === 'AAAA' ? 'AAAA' : 'A'], settings);
}

/** Returns the configured name servers, otherwise the name servers of the operating system. */
function nameServers(entered: string, { egress }: AdapterRooms): () => Promise<readonly NameServer[]> {
  const own = entriesOf(entered).flatMap((entry) => serverOf(entry) ?? []);
  return async () => {
    if (own.length === 0) return getServers().flatMap((entry) => serverOf(entry) ?? []);
    for (const server of own) await egress.open(urlOf(server));
    return own;
  };
}

export const dnsLookupType: AdapterType = {
  type: 'dnslookup',
  problems: async (config, { egress }): Promise<Record<string, string[]>> => {
    const entries = entriesOf(text(config, 'server_ips'));
    if (entries.length > mostServers) return { server_ips: [`There may be at most ${mostServers} name servers.`] };
    for (const entry of entries) {
      const server = serverOf(entry);
      if (!server) return { server_ips: [`"${entry.trim()}" is no address with an optional port.`] };
      if (server.address.includes('%'))
        return { server_ips: [`"${entry.trim()}" contains a zone, which no entry of the URL whitelist can allow.`] };
      if (!(await egress.isListed(urlOf(server))))
        return {
          server_ips: [
            `${urlOf(server)} is not on the URL whitelist. An entry of the type regular expression allows it.`,
          ],
        };
    }
    return {};
  },
  make: (config, rooms): Adapter => {
    const calls = new Calls();
    const type = text(config, 'lookup_type');
    const servers = nameServers(text(config, 'server_ips'), rooms);
    const timeoutMs = number(config, 'request_timeout', 10_000);
    const override = flag(config, 'cache_ttl_override_enabled')
      ? milliseconds(config['cache_ttl_override'], config['cache_ttl_override_unit'])
      : undefined;
    return {
      figures: noFigures,
      get error() {
        return calls.error;
      },
      lookup(given) {
        const key = given.trim();
        if (key === '') return emptyResult;
        return calls.run(async (signal) => {
          const result = await ask(type, key, { servers, timeoutMs, signal }).catch((error: unknown) => {
            throw new Error(reasonOf(error), { cause: error });
          });
          return override === undefined || result === emptyResult ? result : { ...result, ttl: override };
        });
      },
      close: () => calls.close(),
    };
  },
};
