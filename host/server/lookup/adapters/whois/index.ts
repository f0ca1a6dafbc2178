/**
 * Defines the data adapter that queries the Internet registries for the organization and country of an address by WHOIS
 * (RFC 3912).
 */
import { connect, isIP } from 'node:net';
import { placeOfAddress } from '../../../outgoing/addresses.js';
import type { EgressGuard } from '../../../outgoing/egress-guard.js';
import { noFigures, number, type Adapter, type AdapterType } from '../../adapter.js';
import { Calls } from '../../calls.js';
import { addressWords, type AddressWords } from '../../data/address.js';
import { emptyResult, mapResult, type LookupResult } from '../../result.js';

const whoisPort = 43;
const mostBytes = 256 * 1024;
const arin = 'whois.arin.net';
/** Registries to which queries are sent when ARIN refers to them. */
const registries: ReadonlySet<string> = new Set([
  arin,
  'whois.ripe.net',
  'whois.apnic.net',
  'whois.lacnic.net',
  'whois.afrinic.net',
]);

interface PendingCall {
  readonly egress: EgressGuard;
  readonly port: number;
  readonly connectMs: number;
  readonly readMs: number;
}

/**
 * Sends a query to a registry and returns its answer, cut at `mostBytes`.
 * @throws EgressRefusedError when the URL whitelist does not allow the registry; Error with the registry's name when
 * the call fails
 */
async function whoisText(
  host: string,
  query: string,
  { egress, port, connectMs, readMs }: PendingCall,
  signal: AbortSignal,
): Promise<string> {
  const { lookup } = await egress.open(`whois://${host}:${port}`);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup, signal });
    const pieces: Buffer[] = [];
    let left = mostBytes;
    let timer = setTimeout(() => socket.destroy(new Error('connecting takes too long')), connectMs);
    const over = (): void => {
      clearTimeout(timer);
      resolve(textOf(Buffer.concat(pieces)));
    };
    socket.on('connect', () => {
      clearTimeout(timer);
      timer = setTimeout(() => socket.destroy(new Error('there was no answer in time')), readMs);
      socket.write(`${query}\r\n`);
    });
    socket.on('data', (piece) => {
      pieces.push(piece.subarray(0, left));
      left -= piece.length;
      if (left > 0) return;
      socket.destroy();
      over();
    });
    socket.on('end', over);
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(new Error(`${host}: ${error.message}.`, { cause: error }));
    });
  });
}

/** Decodes an answer: some registries answer in UTF-8, other registries (RIPE, LACNIC) in ISO 8859-1. */
function textOf(bytes: Buffer): string {
  try {
    // A character that is cut off at the end of the answer is left out.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return bytes.toString('latin1');
  }
}

/** Returns the value of a line `name: value` for the first of the given names that has such a line. */
function valueOf(answer: string, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = new RegExp(`^${name}:[ \\t]*(\\S[^\\r\\n]*)$`, 'im').exec(answer)?.[1];
    if (found !== undefined) return found.trim();
  }
  return undefined;
}

const numberOf = (words: AddressWords): bigint =>
  words.reduce((number, word) => (number << 32n) | BigInt(word >>> 0), 0n);

/**
 * Returns the distance between the ends of the network `NetRange: from - to` of a record; undefined: the record has no
 * network.
 */
function rangeOf(record: string): bigint | undefined {
  const [, from = '', to = ''] = /^NetRange:[ \t]*([\da-f.:]{2,45}) - ([\da-f.:]{2,45})[ \t\r]*$/im.exec(record) ?? [];
  const [first, last] = [addressWords(from), addressWords(to)];
  return first && last && numberOf(last) - numberOf(first);
}

/**
 * Returns the record of the smallest network of an answer. It is the most specific one: ARIN lists the networks of a
 * provider before the networks of its customers. An answer without networks is returned completely.
 */
function smallestNetwork(answer: string): string {
  let best = answer;
  let smallest: bigint | undefined;
  for (const record of answer.split(/^(?=NetRange:)/im)) {
    const size = rangeOf(record);
    if (size !== undefined && (smallest === undefined || size < smallest)) [best, smallest] = [record, size];
  }
  return best;
}

/**
 * Returns the line in which a registry refuses to answer, for example because it was asked too often; undefined: it has
 * answered.
 */
function refusalOf(answer: string): string | undefined {
  return /^[%#][ \t]*(ERROR:[ \t]*[2-9]\d\d[^\r\n]{0,200}|[^\r\n]{0,100}(?:limit exceeded|access denied)[^\r\n]{0,100})/im
    .exec(answer)?.[1]
    ?.trim();
}

async function ask(address: string, pending: PendingCall, signal: AbortSignal): Promise<LookupResult> {
  let host = arin;
  let answer = await whoisText(host, `n + ${address}`, pending, signal);
  const referred = /^ReferralServer:\s*r?whois:\/\/([\w.-]+)/im.exec(answer)?.[1]?.toLowerCase();
  if (referred !== undefined && referred !== arin && registries.has(referred)) {
    host = referred;
    answer = await whoisText(host, address, pending, signal);
  }
  const record = smallestNetwork(answer);
  const organization = valueOf(record, ['OrgName', 'CustName', 'org-name', 'owner', 'descr', 'netname']);
  const code = valueOf(record, ['Country']);
  if (organization === undefined && code === undefined) {
    const refusal = refusalOf(answer);
    if (refusal !== undefined) throw new Error(`${host} refuses to answer: ${refusal.replace(/\.?$/, '.')}`);
    return emptyResult;
  }
  const multi = { organization: organization ?? 'N/A', country_code: code ?? 'N/A' };
  return mapResult(`${multi.organization}/${multi.country_code}`, multi);
}

/** Creates the adapter type. @param port port of the registries, which tests replace */
export const whois = (port = whoisPort): AdapterType => ({
  type: 'whois',
  make: (config, { egress }): Adapter => {
    const calls = new Calls();
    const pending = {
      egress,
      port,
      connectMs: number(config, 'connect_timeout', 1000),
      readMs: number(config, 'read_timeout', 1000),
    };
    return {
      figures: noFigures,
      get error() {
        return calls.error;
      },
      lookup(given) {
        const address = given.trim();
        if (isIP(address) === 0 || placeOfAddress(address) !== 'public') return emptyResult;
        return calls.run((signal) => ask(address, pending, signal));
      },
      close: () => calls.close(),
    };
  },
});

export const whoisType = whois();
