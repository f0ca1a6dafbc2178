/**
 * The types of data adapters. A new type needs a description in this folder, an implementation in
 * `host/server/lookup/adapters`, and a line in the list of each of the two folders.
 */
import type { LookupTypeDescription } from '../fields.js';
import { csvFile } from './csvfile.js';
import { dnsLookup } from './dnslookup.js';
import { dsvHttp } from './dsvhttp.js';
import { httpJsonPath } from './httpjsonpath.js';
import { maxmindGeoIp } from './maxmind-geoip.js';
import { storedTable } from './stored-table.js';
import { abuseChRansom, otxApi, spamhausEDrop, torExitNode, whois } from './threat-intelligence.js';

export const adapterTypes: readonly LookupTypeDescription[] = [
  csvFile,
  dnsLookup,
  dsvHttp,
  httpJsonPath,
  maxmindGeoIp,
  otxApi,
  spamhausEDrop,
  storedTable,
  torExitNode,
  whois,
  abuseChRansom,
];

export const adapterTypeOf = (type: unknown): LookupTypeDescription | undefined =>
  adapterTypes.find((one) => one.type === type);
