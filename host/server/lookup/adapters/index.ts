/** Lists the types of data adapters, one line per type. */
import type { AdapterType } from '../adapter.js';
import { abuseChRansomType } from './abuse-ch-ransom/index.js';
import { csvFileType } from './csvfile/index.js';
import { dnsLookupType } from './dnslookup/index.js';
import { dsvHttpType } from './dsvhttp/index.js';
import { httpJsonPathType } from './httpjsonpath/index.js';
import { maxmindGeoIpType } from './maxmind-geoip/index.js';
import { otxApiType } from './otx-api/index.js';
import { spamhausEDropType } from './spamhaus-edrop/index.js';
import { storedTableType } from './stored-table/index.js';
import { torExitNodeType } from './torexitnode/index.js';
import { whoisType } from './whois/index.js';

export const runningTypes: ReadonlyMap<string, AdapterType> = new Map(
  [
    abuseChRansomType,
    csvFileType,
    dnsLookupType,
    dsvHttpType,
    httpJsonPathType,
    maxmindGeoIpType,
    otxApiType,
    spamhausEDropType,
    storedTableType,
    torExitNodeType,
    whoisType,
  ].map((type) => [type.type, type]),
);
