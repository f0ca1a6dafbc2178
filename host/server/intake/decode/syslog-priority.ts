/** Names the facilities and severities of syslog (contract data-intake, syslog_facilities; RFC 5424 §6.2.1). */

const facilities = [
  'kernel',
  'user-level',
  'mail',
  'system daemon',
  'security/authorization',
  'syslogd',
  'line printer',
  'network news',
  'UUCP',
  'clock',
  'security/authorization',
  'FTP',
  'NTP',
  'log audit',
  'log alert',
  'clock',
  'local0',
  'local1',
  'local2',
  'local3',
  'local4',
  'local5',
  'local6',
  'local7',
];

export function facilityName(facility: number): string {
  return facilities[facility] ?? 'Unknown';
}

const severities: ReadonlyMap<string, number> = new Map([
  ['emerg', 0],
  ['emergency', 0],
  ['panic', 0],
  ['alert', 1],
  ['crit', 2],
  ['critical', 2],
  ['fatal', 2],
  ['err', 3],
  ['error', 3],
  ['warn', 4],
  ['warning', 4],
  ['notice', 5],
  ['info', 6],
  ['information', 6],
  ['informational', 6],
  ['debug', 7],
  ['trace', 7],
]);

/** Returns the number of a severity by its name, ignoring case; undefined: the name is unknown. */
export function severityOf(name: string): number | undefined {
  return severities.get(name.trim().toLowerCase());
}
