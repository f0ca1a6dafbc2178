/**
 * Parses syslog in the format of RFC 3164, `Oct 11 22:14:15 host tag[pid]: text`, and its common variants: with a year
 * before or after the day or at the end, with fractions of a second, with a time zone, with ISO dates, without host,
 * and without tag.
 */
import type { ZoneToUtc } from './instants.js';
import { readDate } from './syslog-date.js';
import { dateWithin, ofEvent } from './syslog-event-time.js';
import { readHost } from './syslog-host.js';

export interface Rfc3164 {
  /** Epoch milliseconds; undefined: no valid date was found. */
  readonly timestamp: number | undefined;
  readonly host: string | undefined;
  readonly application: string | undefined;
  readonly processId: string | undefined;
  readonly message: string;
  /** Text of the message including the tag. */
  readonly tagged: string;
}

/**
 * Matches `tag:`, `tag[pid]:` and `tag[pid]` with one following space; a tag contains no space (RFC 3164 §4.1.3). Event
 * codes of switches such as `%LINK-I-Up:` and `%%01SHELL/5/LOGIN:`, and the date in `(2024-06-12T13:17:12)`, are text.
 */
const tag = /^(?!(?:CEF|LEEF):\d|%|[^\s:()]*\([^\s:)]*:)([^\s:[\]<>{}"'=]{1,128})(?:\[([^\s\]]{0,128})\])?: ?/;
const tagWithPid = /^([^\s:[\]<>{}"'=]{1,128})\[(\d{1,10})\] /;
/** Matches facility and severity that AIX writes in front of the program: `auth|security:info sshd[7]: `. */
const facilityOfAix =
  /^(?:(?:kern|user|mail|daemon|auth|security|syslog|lpr|news|uucp|cron|authpriv|local[0-7])\|?){1,4}:(?:emerg|alert|crit|err|error|warn|warning|notice|info|debug) (?=[^\s:[\]<>{}"'=]{1,128}(?:\[\d{1,10}\])?: )/;
function readTag(written: string): { application?: string; processId?: string; message: string } {
  const text = written.replace(facilityOfAix, '');
  const match = tag.exec(text) ?? tagWithPid.exec(text);
  if (!match?.[1]) return { message: text };
  const message = text.slice(match[0].length);
  return { application: match[1], ...(match[2] ? { processId: match[2] } : {}), message };
}

/** Matches a device name of at least two characters in front of the date. */
const hostBeforeDate = /^([A-Za-z0-9_][A-Za-z0-9_.\-:@]{0,254}[A-Za-z0-9_]) +(?=\d{4}[-/]\d|[A-Z][a-z]{2}  ?\d)/;

/**
 * Matches the host of a line without a date where the following text identifies the device: Snare for Windows, ScreenOS
 * of Juniper, CEF and LEEF.
 */
const undatedHost =
  /^([A-Za-z0-9][\w.-]{0,100})(?:\t(?=MSWinEventLog\t)|: (?=NetScreen device_id=)| +(?=(?:CEF|LEEF): ?\d))/;

/**
 * These regular expressions match the host in lines of known devices that write no date in the header; the text is kept
 * unchanged.
 */
const hostsWithin: readonly RegExp[] = [
  /^(?:Juniper|PulseSecure|Pulse Secure): [\d-]{10} [\d:]{8} - ([A-Za-z0-9][\w.-]{0,100}) - (?=\[)/,
  /^(?:time=\d{10})?\|hostname=([A-Za-z0-9][\w.-]{0,100})\|/,
];

function readUndatedHost(text: string): { host?: string; rest: string } {
  const within = hostsWithin.map((form) => form.exec(text)?.[1]).find((host) => host !== undefined);
  if (within !== undefined) return { host: within, rest: text };
  const match = undatedHost.exec(text);
  return match?.[1] === undefined ? { rest: text } : { host: match[1], rest: text.slice(match[0].length) };
}

/**
 * Parses a line in the format of RFC 3164 or a variant; every line can be parsed.
 * @param text the text behind the PRI, or the whole line when it has none
 * @param now epoch milliseconds, for dates without a year
 * @param toUtc time zone of dates that name none
 */
export function parseRfc3164(text: string, now: number, toUtc: ZoneToUtc): Rfc3164 {
  const whole = text.trimStart();
  const { timestamp, rest } = readDate(whole, now, toUtc);
  // A line without a date does not follow RFC 3164: its first word is not taken as the host, but a tag is recognisable.
  const dated = timestamp !== undefined || rest.length < whole.length;
  const [before, first] = (dated ? undefined : hostBeforeDate.exec(whole)) ?? [];
  if (before !== undefined && first !== undefined) {
    const behind = readDate(whole.slice(before.length), now, toUtc);
    if (behind.timestamp !== undefined) {
      const { application, processId, message } = readTag(behind.rest);
      const body = message === '' ? behind.rest : message;
      return { timestamp: behind.timestamp, host: first, application, processId, message: body, tagged: behind.rest };
    }
  }
  const { host, rest: body } = dated ? readHost(rest) : readUndatedHost(rest);
  const { application, processId, message } = readTag(body);
  const event = dated ? {} : ofEvent(message, now, toUtc);
  return {
    timestamp: dated ? timestamp : (event.timestamp ?? dateWithin(body, now, toUtc)),
    host: host ?? event.host,
    application,
    processId,
    // If nothing follows the tag, the tag itself is the message.
    message: message === '' ? body : message,
    tagged: body,
  };
}
