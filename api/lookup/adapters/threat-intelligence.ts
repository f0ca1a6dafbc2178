/**
 * Data adapters for lists and services of malicious addresses. Lookups of Tor exit nodes and of Spamhaus must be
 * enabled in Configurations, "Threat Intelligence Lookup".
 */
import type { LookupTypeDescription } from '../fields.js';

const plugin = 'org.graylog.plugins.threatintel';

export const torExitNode: LookupTypeDescription = {
  type: 'torexitnode',
  label: 'Tor Exit Node',
  configClass: `${plugin}.adapters.tor.TorExitNodeDataAdapter$Config`,
  fields: {},
  about: [
    'The list of Tor exit nodes is fetched from check.torproject.org once an hour. The result is the ids of the nodes with an address; other addresses give an empty result.',
    'Tor exit node lookups must be on in Configurations, and the address of the list on the URL whitelist.',
  ],
};

export const spamhausEDrop: LookupTypeDescription = {
  type: 'spamhaus-edrop',
  label: 'Spamhaus (E)DROP',
  configClass: `${plugin}.adapters.spamhaus.SpamhausEDROPDataAdapter$Config`,
  fields: {},
  fixed: { refresh_interval: 14_400 },
  about: [
    'The lists DROP and EDROP of Spamhaus are fetched every four hours. The result is true with the network and its SBL id for an IPv4 address in one of them, and false for others.',
    'Spamhaus lookups must be on in Configurations, and the addresses of the lists on the URL whitelist.',
  ],
};

const timeout = (label: string, help: string, initial: number) =>
  ({ kind: 'number', label, help, initial, min: 1, max: 120_000, suffix: 'milliseconds' }) as const;

export const otxApi: LookupTypeDescription = {
  type: 'otx-api',
  label: 'OTX API',
  configClass: `${plugin}.adapters.otx.OTXDataAdapter$Config`,
  fields: {
    indicator: {
      kind: 'choice',
      label: 'Indicator',
      help: 'Kind of the keys.',
      initial: 'IPAutoDetect',
      choices: {
        IPAutoDetect: 'IP Auto-Detect',
        IPv4: 'IP v4',
        IPv6: 'IP v6',
        domain: 'Domain',
        hostname: 'Hostname',
        file: 'File',
        url: 'URL',
        cve: 'CVE',
        nids: 'NIDS',
        'correlation-rule': 'Correlation-Rule',
      },
    },
    api_key: {
      kind: 'secret',
      label: 'OTX API Key',
      help: 'The key of your OTX account.',
      initial: null,
      optional: true,
    },
    api_url: {
      kind: 'url',
      label: 'OTX API URL',
      help: 'The address of the API without a path. It must be on the URL whitelist.',
      initial: 'https://otx.alienvault.com',
      optional: true,
    },
    http_user_agent: {
      kind: 'text',
      label: 'HTTP User-Agent',
      help: 'The server gives this name to the API.',
      initial: 'Log Console Threat Intelligence',
    },
    http_connect_timeout: timeout('HTTP Connect Timeout', 'Connecting to the API fails after this time.', 10_000),
    http_write_timeout: timeout('HTTP Write Timeout', 'Sending the request fails after this time.', 10_000),
    http_read_timeout: timeout('HTTP Read Timeout', 'Waiting for the answer ends after this time.', 60_000),
  },
  about: [
    'The general data of AlienVault OTX about an indicator. The single value is the number of pulses that name it; private addresses give an empty result.',
  ],
};

export const whois: LookupTypeDescription = {
  type: 'whois',
  label: 'Whois for IPs',
  configClass: `${plugin}.whois.ip.WhoisDataAdapter$Config`,
  fields: {
    connect_timeout: timeout('Connect timeout', 'Connecting to a registry fails after this time.', 1_000),
    read_timeout: timeout('Read timeout', 'Waiting for the answer of a registry ends after this time.', 1_000),
  },
  fixed: { registry: 'ARIN' },
  about: [
    'The registry ARIN, or the registry it refers to, is asked for the organization and country of an address. The addresses whois://whois.arin.net:43 and those of the other registries need entries of the type regular expression on the URL whitelist.',
  ],
};

export const abuseChRansom: LookupTypeDescription = {
  type: 'abuse-ch-ransom',
  label: 'abuse.ch Ransomware Tracker',
  configClass: `${plugin}.adapters.abusech.AbuseChRansomAdapter$Config`,
  fields: {
    blocklist_type: {
      kind: 'choice',
      label: 'Blocklist type',
      help: 'Lookups used this list.',
      initial: 'DOMAINS',
      choices: { DOMAINS: 'Domain blocklist', URLS: 'URL blocklist', IPS: 'IP blocklist' },
    },
    refresh_interval: {
      kind: 'duration',
      label: 'Refresh blocklist',
      help: 'The list was fetched at this interval.',
      initial: 150,
      min: 150,
      off: 0,
      unit: 'refresh_interval_unit',
      initialUnit: 'SECONDS',
    },
  },
  about: ['The Ransomware Tracker was shut down in 2019. Lookups give an empty result.'],
  deprecated:
    'The abuse.ch Ransomware Tracker was shut down in 2019. This data adapter has no data and should be deleted.',
};
