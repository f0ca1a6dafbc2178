/**
 * Parses syslog in the format of RFC 3164 and its common variants: `Oct 11 22:14:15 host tag[pid]: text`, with a year
 * before or after the day or at the end, fractions of a second, a time zone, ISO dates, without host, without tag.
 */
import type { ZoneToUtc } from './instants.js';
import { readDate } from './syslog-date.js';

export interface Rfc3164 {
  /** Epoch milliseconds; undefined: no date was found. */
  readonly timestamp: number | undefined;
  readonly host: string | undefined;
  readonly application: string | undefined;
  readonly processId: string | undefined;
  readonly message: string;
  /** Text of the message including the tag. */
  readonly tagged: string;
}

/** Matches `tag:`, `tag[pid]:` and `tag[pid]` with one following space; a tag contains no space (RFC 3164 §4.1.3). */
const tag = /^(?!(?:CEF|LEEF):\d)([^\s:[\]<>{}"'=]{1,128})(?:\[([^\s\]]{0,128})\])?: ?/;
const tagWithPid = /^([^\s:[\]<>{}"'=]{1,128})\[(\d{1,10})\] /;
/**
 * Matches a host name followed by further text; some devices write an IPv6 address, a name with `@` or `/`, or letters of
 * any language.
 */
const hostThen = /^((?:::(?=[\dA-Fa-f])|[\p{L}\p{N}_])[\p{L}\p{M}\p{N}_.\-:%@/]{0,254}(?:\([\w.-]{1,60}\))?) +/u;

function readTag(text: string): { application?: string; processId?: string; message: string } {
  const match = tag.exec(text) ?? tagWithPid.exec(text);
  if (!match?.[1]) return { message: text };
  const message = text.slice(match[0].length);
  return { application: match[1], ...(match[2] ? { processId: match[2] } : {}), message };
}

/** Matches an address in brackets in the place of the host, with or without a port. */
const bracketed = /^\[([0-9A-Fa-f.:]{3,45})\](?::\d{1,5})? +/;
/** Matches the node name in NetApp's `[node:event:severity]:`, which stays in the text. */
const netappNode = /^\[([A-Za-z0-9][\w.-]{0,100}): ?[\w.-]{1,100}(?:: ?[\w.-]{1,100}){0,3}:[a-z]{1,20}\]:/;
/** Matches the prefix that AIX adds to a forwarded message. */
const forwarded = /^Message forwarded from ([A-Za-z0-9_][\w.\-:%]{0,254}): +/;
/** Matches the host in `fw1: kernel: text`: a tag behind the first word shows that this word is the host. */
const hostColon = /^([A-Za-z0-9_][\w.-]{0,100}) ?: +(?=[^\s:[\]<>{}"'=]{1,60}(?:\[[^\s\]]{0,128}\])?: )/;
/** Matches the host in NetApp's audit log, where two hexadecimal numbers follow it. */
const netappColon = /^([A-Za-z0-9_][\w.-]{0,100}): +(?=[\da-f]{8}\.[\da-f]{8} )/;
/** Matches `[name] <address>` of Aruba's controllers. */
const arubaController = /^\[([A-Za-z0-9][\w.-]{0,100})\] +(?=<[\da-fA-F.:]{3,45}>)/;
/**
 * Matches model or name, hardware address and version of Ubiquiti's access points; older models add quotes and
 * brackets.
 */
const accessPoint = /^(?:\("?)?([\w.+-]{1,63}),[\da-f]{12},v?[\w.+-]{1,40}(?:"?\))?:? +/i;
/** Matches a host whose name is a number; the following program name with process id shows that the number is a host. */
const numberHost = /^(\d{3,10}) +(?=[A-Za-z][\w./-]{0,60}\[\d{1,10}\]: )/;
const portBehind = /^((?:\d{1,3}\.){3}\d{1,3}):\d{1,5}$/;
/** Matches facility and severity that NetScaler and others write in front of the host: `<local0.info>`. */
const facilityBefore = /^<[a-z]{2,10}\d?\.[a-z]{3,10}> +/;
/** Matches words in the place of the host that are no host: numbers, severities, `daemon.info`. */
const noHost =
  /^(?:\d+|\d+-PPE-\d+|emerg(?:ency)?|alert|crit(?:ical)?|err(?:or)?|warn(?:ing)?|notice|info(?:rmational)?|debug|trace|(?:kern|user|mail|daemon|auth|syslog|lpr|news|uucp|cron|authpriv|ftp|local[0-7])\.(?:emerg|alert|crit|err|warn|warning|notice|info|debug)|.*\/.*\.)$/i;
const repeated = /^last message repeated \d+ times?/i;

function readHost(written: string): { host?: string; rest: string } {
  const text = written.replace(facilityBefore, '');
  if (repeated.test(text)) return { rest: text };
  const known =
    forwarded.exec(text) ??
    hostColon.exec(text) ??
    netappColon.exec(text) ??
    arubaController.exec(text) ??
    accessPoint.exec(text);
  if (known?.[1] !== undefined && !noHost.test(known[1])) return { host: known[1], rest: text.slice(known[0].length) };
  const address = bracketed.exec(text);
  if (address?.[1] !== undefined) return { host: address[1], rest: text.slice(address[0].length) };
  const node = netappNode.exec(text)?.[1];
  if (node !== undefined) return { host: node, rest: text };
  const match = hostThen.exec(text);
  const host = match?.[1];
  if (host !== undefined && noHost.test(host) && !numberHost.test(text)) return { rest: text };
  // In `sshd[12]: text` and `kernel: text` the sender has omitted the host: the first word is the tag.
  if (!match || host === undefined || (host.endsWith(':') && !host.endsWith('::'))) return { rest: text };
  return { host: host.replace(portBehind, '$1'), rest: text.slice(match[0].length) };
}

/** Matches a device name of at least two characters in front of the date. */
const hostBeforeDate = /^([A-Za-z0-9_][A-Za-z0-9_.\-:@]{0,254}[A-Za-z0-9_]) +(?=\d{4}[-/]\d|[A-Z][a-z]{2}  ?\d)/;

/**
 * Matches the host of a line without a date where the following text identifies the device: Snare for Windows, ScreenOS
 * of Juniper, CEF and LEEF.
 */
const undatedHost =
  /^([A-Za-z0-9][\w.-]{0,100})(?:\t(?=MSWinEventLog\t)|: (?=NetScreen device_id=)| +(?=(?:CEF|LEEF): ?\d))/;

function readUndatedHost(text: string): { host?: string; rest: string } {
  const match = undatedHost.exec(text);
  return match?.[1] === undefined ? { rest: text } : { host: match[1], rest: text.slice(match[0].length) };
}

/** Match dates within lines that do not begin with a date: logs of Palo Alto, Snare and DefensePro. */
const datesWithin: readonly RegExp[] = [
  /^1,(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d),\d{6,20},[A-Z]/,
  /^MSWinEventLog\t[^\t]{0,20}\t[^\t]{0,200}\t\d{1,20}\t([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d \d{4})\t/,
  /^DefensePro: (\d\d-\d\d-\d{4} \d\d:\d\d:\d\d) /,
];

function dateWithin(text: string, now: number, toUtc: ZoneToUtc): number | undefined {
  const written = datesWithin.map((form) => form.exec(text)?.[1]).find((date) => date !== undefined);
  return written === undefined ? undefined : readDate(written, now, toUtc).timestamp;
}

const eventTime = /[| ]rt=((?:(?! [\w.]{1,60}=).){1,60})/;
const eventDevice = /[| ](?:dvchost|deviceHostName)=(\S{1,255})/;

/** Reads time and device from the extensions (`rt`, `dvchost`) of a CEF message whose header has neither. */
function ofEvent(text: string, now: number, toUtc: ZoneToUtc): { timestamp?: number; host?: string } {
  if (!/^CEF:\d\|/.test(text)) return {};
  const written = eventTime.exec(text)?.[1];
  const timestamp = written === undefined ? undefined : readDate(written, now, toUtc).timestamp;
  const host = eventDevice.exec(text)?.[1];
  return { ...(timestamp !== undefined && { timestamp }), ...(host !== undefined && { host }) };
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
