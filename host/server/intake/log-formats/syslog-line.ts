/** Parses syslog lines, both from log files and with the PRI of the network protocol. */
import type { DecodedMessage } from '../decode/decoded.js';
import { decodeSyslogText } from '../decode/syslog.js';
import { isLevel } from './levels.js';
import { believing, readable, type LineContext, type LogFormat } from './log-format.js';

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const priority = /^<\d{1,3}>\S/;
/** Matches the version and time of RFC 5424 without a PRI. */
const versioned = /^1 \d{4}-\d\d-\d\dT/;
const monthDate = new RegExp(`^(?:${months}) [ \\d]\\d \\d\\d:\\d\\d:\\d\\d ([\\w.:%-]{1,255})`);
/**
 * Matches an ISO time with time zone, followed by a host and a program. All three are required, because a line that
 * lacks one of them may have another format.
 */
const isoDate =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d) ([\w.%-]{1,255}) [^\s:[\]]{1,128}(?:\[\d{1,10}\])?: /;

function looksSo(line: string): boolean {
  if (priority.test(line) || versioned.test(line)) return true;
  const host = (monthDate.exec(line) ?? isoDate.exec(line))?.[1];
  return host !== undefined && !isLevel(host);
}

function readSyslog(line: string, { now, toUtc }: LineContext): DecodedMessage | undefined {
  if (!looksSo(line)) return undefined;
  const modern = versioned.test(line);
  const decoded = readable(() =>
    decodeSyslogText(modern ? `<14>${line}` : line, now, {
      textOf: String,
      toUtc,
      allowOverrideDate: true,
      storeFullMessage: false,
      expandStructuredData: false,
    }),
  );
  // The line has no PRI; these fields come from the PRI `<14>` that was added for decoding.
  if (decoded && modern) for (const name of ['level', 'facility', 'facility_num']) delete decoded.fields[name];
  return decoded;
}

export const syslogLine: LogFormat = {
  title: 'syslog',
  dated: true,
  read: believing(readSyslog),
};
