/**
 * Reads the time of a syslog line whose header contains no time: the text behind the header contains the time in the
 * format of a known device.
 */
import type { ZoneToUtc } from './instants.js';
import { readDate } from './syslog-date.js';
import { months } from './syslog-months.js';

/**
 * These regular expressions match dates within lines that do not begin with a date: logs of Palo Alto, Snare,
 * DefensePro, Brocade, Juniper's gateways, switches with VOSS, printers of HP, and Check Point. A second group is the
 * time zone.
 */
const datesWithin: readonly RegExp[] = [
  /^1,(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d),\d{6,20},[A-Z]/,
  /^MSWinEventLog\t[^\t]{0,20}\t[^\t]{0,200}\t\d{1,20}\t([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d \d{4})\t/,
  /^DefensePro: (\d\d-\d\d-\d{4} \d\d:\d\d:\d\d) /,
  /^raslogd: (?:AUDIT, )?(\d{4}\/\d\d\/\d\d-\d\d:\d\d:\d\d)(?: \(([A-Z]{2,5})\))?, \[/,
  /^(?:Juniper|PulseSecure|Pulse Secure): (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) - /,
  /^(?:\[[\d.]{7,15}\] )?CPU?\d{1,2} +\[(\d\d\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?)(?::([A-Z]{2,5}))?\] /,
  /^time=(\d{10})\|hostname=/,
  /; time="(\d{4}-[A-Z][a-z]{2}-\d\d \d\d:\d\d [AP]M) \((UTC[+-]\d\d:\d\d)\)"/,
];

/** Matches day, month and time at the end of AudioCodes' lines: `[Time:12-06@13:17:12.345]`. */
const audioCodes = /\[Time: ?(\d\d)-(\d\d)@(\d\d:\d\d:\d\d(?:\.\d{1,3})?)\]\s*$/;

/**
 * Reads the time of a line whose header has no date from the text of the line. Undefined: the line has no known format
 * with a valid date.
 */
export function dateWithin(text: string, now: number, toUtc: ZoneToUtc): number | undefined {
  const found = datesWithin.map((form) => form.exec(text)).find((match) => match !== null);
  if (found?.[1] !== undefined) {
    const [, written, zone] = found;
    return readDate(zone === undefined ? written : `${written} ${zone}`, now, toUtc).timestamp;
  }
  const [, day, month, time] = audioCodes.exec(text.slice(-40)) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? undefined : readDate(`${name} ${day} ${time}`, now, toUtc).timestamp;
}

const eventTime = /[| ]rt=((?:(?! [\w.]{1,60}=).){1,60})/;
const eventDevice = /[| ](?:dvchost|deviceHostName)=(\S{1,255})/;
const leefTime = /[|\t^]devTime=([^\t|^]{1,60})/;
const leefDevice = /[|\t^](?:identHostName|devname)=([^\s|^]{1,255})/;

/**
 * Reads time and device of a CEF or LEEF message whose header has neither. A CEF message has them in the attributes
 * `rt`, and `dvchost` or `deviceHostName`; a LEEF message in `devTime`, and `identHostName` or `devname`.
 */
export function ofEvent(text: string, now: number, toUtc: ZoneToUtc): { timestamp?: number; host?: string } {
  const isLeef = /^LEEF:\d/.test(text);
  if (!isLeef && !/^CEF: ?\d\|/.test(text)) return {};
  const written = (isLeef ? leefTime : eventTime).exec(text)?.[1];
  const timestamp = written === undefined ? undefined : readDate(written, now, toUtc).timestamp;
  const host = (isLeef ? leefDevice : eventDevice).exec(text)?.[1];
  return { ...(timestamp !== undefined && { timestamp }), ...(host !== undefined && { host }) };
}
