/** Rule functions on the lookup tables of threat intelligence and Whois, which have fixed names. */
import { defineFunction, EvaluationError, parameter, type CallContext, type PipelineFunction } from '../function.js';
import type { ThreatSources } from '../services.js';
import { textOf } from '../value-text.js';
import { isList, isMap, isNumeric, Integer, type MapValue, type Value } from '../values.js';
import { needed } from './bounds.js';
import { lookedUp } from './lookup-replies.js';

const tables = {
  otxDomain: 'otx-api-domain',
  otxIp: 'otx-api-ip',
  tor: 'tor-exit-node-list',
  spamhaus: 'spamhaus-drop',
  abuseDomain: 'abuse-ch-ransomware-domains',
  abuseIp: 'abuse-ch-ransomware-ip',
  whois: 'whois',
} as const;

const numberOf = (value: Value | undefined): number => {
  if (value instanceof Integer) return value.value;
  return isNumeric(value) ? Number(value) : 0;
};

const otxFunction = (name: string, table: string, of: 'domain_name' | 'ip_address'): PipelineFunction =>
  defineFunction({
    name,
    parameters: [parameter(of, 'String')],
    returns: 'OTXLookupResult',
    description: `Asks AlienVault OTX by the lookup table ${table}: otx_threat_indicated, otx_threat_ids, otx_threat_names.`,
    evaluate([key], context) {
      if (key === null || key.trim() === '') return new Map();
      const result = lookedUp(context, table, key.trim());
      if (!result) throw new EvaluationError(`The lookup table ${table} does not exist or cannot be queried.`);
      const info = result.multi?.get('pulse_info');
      if (!isMap(info)) return new Map();
      const pulses = info.get('pulses');
      const all = (property: string): string =>
        (isList(pulses) ? pulses : [])
          .flatMap((pulse) => (isMap(pulse) ? (pulse.get(property) ?? []) : []))
          .map((value) => textOf(value as Value) ?? '')
          .join(', ');
      return new Map<string, Value>([
        ['otx_threat_indicated', numberOf(info.get('count')) > 0],
        ['otx_threat_ids', all('id')],
        ['otx_threat_names', all('name')],
      ]);
    },
  });

/**
 * Tells whether a table lists an address or domain. Tables of networks return true or false. The table of Tor exit
 * nodes returns a value only for listed addresses.
 */
function isListed(context: CallContext, table: string, key: string): boolean {
  const result = lookedUp(context, table, key.trim());
  return result?.single !== undefined && result.single !== null && result.single !== false;
}

const listFunction = (name: string, title: string, table: string, of: 'domain_name' | 'ip_address'): PipelineFunction =>
  defineFunction({
    name,
    parameters: [parameter(of, 'String')],
    returns: 'GenericLookupResult',
    description: `Finds out by the lookup table ${table} whether ${title}: threat_indicated.`,
    evaluate: ([key], context) =>
      key === null ? null : new Map([['threat_indicated', isListed(context, table, key)]]),
  });

type Source = readonly [isOn: keyof ThreatSources, name: string, table: string];

const sourcesOfIp: readonly Source[] = [
  ['spamhaus', 'spamhaus', tables.spamhaus],
  ['tor', 'tor', tables.tor],
  ['abuseCh', 'abusech_ransomware', tables.abuseIp],
];
const sourcesOfDomain: readonly Source[] = [['abuseCh', 'abusech_ransomware', tables.abuseDomain]];

const globalFunction = (name: string, of: 'domain_name' | 'ip_address', sources: readonly Source[]): PipelineFunction =>
  defineFunction({
    name,
    parameters: [parameter(of, 'String'), parameter('prefix', 'String', 'Put before every name of the result.')],
    returns: 'GlobalLookupResult',
    description: 'Asks all sources of threat intelligence that are switched on, OTX excepted.',
    evaluate([key, prefix], context): MapValue | null {
      if (key === null) return null;
      const before = needed(prefix, 'prefix');
      const on = context.services.threatSources();
      const matching = sources.filter(([isOn, , table]) => on[isOn] && isListed(context, table, key));
      return new Map<string, Value>([
        [`${before}_threat_indicated`, matching.length > 0],
        ...matching.map(([, source]): [string, Value] => [`${before}_threat_indicated_${source}`, true]),
      ]);
    },
  });

const whoisLookupIp = defineFunction({
  name: 'whois_lookup_ip',
  parameters: [
    parameter('ip_address', 'String'),
    parameter('prefix', 'String', 'Put before every name of the result.'),
  ],
  returns: 'WhoisIpLookupResult',
  description:
    'Owner of an address by the registries of the Internet: <prefix>_whois_country_code, <prefix>_whois_organization.',
  evaluate([key, prefix], context) {
    if (key === null) return null;
    const before = needed(prefix, 'prefix');
    const found = lookedUp(context, tables.whois, key.trim())?.multi;
    if (!found) return null;
    const part = (name: string): Value => found.get(name) ?? 'N/A';
    return new Map<string, Value>([
      [`${before}_whois_country_code`, part('country_code')],
      [`${before}_whois_organization`, part('organization')],
    ]);
  },
});

export const threatIntelligenceFunctions: readonly PipelineFunction[] = [
  otxFunction('otx_lookup_domain', tables.otxDomain, 'domain_name'),
  otxFunction('otx_lookup_ip', tables.otxIp, 'ip_address'),
  listFunction('tor_lookup', 'an address is an exit node of Tor', tables.tor, 'ip_address'),
  listFunction('spamhaus_lookup_ip', 'an address is listed by Spamhaus', tables.spamhaus, 'ip_address'),
  listFunction('abusech_ransom_lookup_domain', 'a domain is listed by abuse.ch', tables.abuseDomain, 'domain_name'),
  listFunction('abusech_ransom_lookup_ip', 'an address is listed by abuse.ch', tables.abuseIp, 'ip_address'),
  globalFunction('threat_intel_lookup_ip', 'ip_address', sourcesOfIp),
  globalFunction('threat_intel_lookup_domain', 'domain_name', sourcesOfDomain),
  whoisLookupIp,
];
